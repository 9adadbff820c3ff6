// The line of a puzzle played by the rules, and a move tried instead.
import type { Log, Snapshot } from '../game/types';
import { extended, seenAfter } from '../rules/advance';
import type { Answer, Args, Name } from '../rules/calls';
import type { Puzzle } from './puzzle';

/** Calls the rules: a worker in the page, the module itself in tests. */
export type CallRules = <N extends Name>(name: N, args: Args<N>) => Promise<Answer<N>>;

/** A position of the line. */
export interface LinePosition { log: Log; seen: Snapshot }

/** How a puzzle begins. */
export async function begin(callRules: CallRules, { game, rules, position, seed, seat }: Puzzle): Promise<LinePosition> {
  const log = await callRules('open', { game, rules, position, seed });
  return { log, seen: await callRules('view', { log, viewer: seat }) };
}

/** The position after a move of the seat to act. */
export async function after(callRules: CallRules, { seat }: Puzzle, { log, seen }: LinePosition, move: string): Promise<LinePosition> {
  if (typeof seen.actor !== 'number') throw new Error(`nobody can play ${move}: the game is over`);
  const answer = await callRules('play', { log, seat: seen.actor, move, viewer: seat });
  return { log: extended(log, answer), seen: seenAfter(seen.events, answer) };
}

/** Every position from the first to the last of the line. */
export async function playOut(callRules: CallRules, puzzle: Puzzle): Promise<LinePosition[]> {
  const line = [await begin(callRules, puzzle)];
  for (const move of puzzle.solution) line.push(await after(callRules, puzzle, line.at(-1)!, move));
  return line;
}
