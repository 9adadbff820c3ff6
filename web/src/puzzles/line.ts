/// The line of a puzzle played out by the rules, and a move tried beside it.
import type { Log, Snapshot } from '../game/types';
import type { Answer, Args, Name } from '../rules/calls';
import type { Puzzle } from './puzzle';

/// Whoever answers questions about the rules: a worker in the page, the module itself in tests.
export type Ask = <N extends Name>(name: N, args: Args<N>) => Promise<Answer<N>>;

/// A position of the line.
export interface Stand { log: Log; seen: Snapshot }

const stand = async (ask: Ask, log: Log, eyes: number): Promise<Stand> => ({ log, seen: await ask('see', { log, eyes }) });

/// How a puzzle begins.
export async function begin(ask: Ask, { game, rules, position, seed, seat }: Puzzle): Promise<Stand> {
  return stand(ask, await ask('open', { game, rules, position, seed }), seat);
}

/// What a move of whoever is to act leads to.
export async function after(ask: Ask, { seat }: Puzzle, { log, seen }: Stand, move: string): Promise<Stand> {
  if (typeof seen.actor !== 'number') throw new Error(`nobody can play ${move}: the game is over`);
  return stand(ask, await ask('play', { log, seat: seen.actor, move }), seat);
}

/// Every position from the first to the last of the line.
export async function playOut(ask: Ask, puzzle: Puzzle): Promise<Stand[]> {
  const line = [await begin(ask, puzzle)];
  for (const move of puzzle.solution) line.push(await after(ask, puzzle, line.at(-1)!, move));
  return line;
}
