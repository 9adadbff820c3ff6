// How a step of a lesson runs, apart from any screen: open it, try a move, let the other side answer.
import { extended, seenAfter } from '../rules/advance';
import type { Args, Answer, Name } from '../rules/calls';
import type { Log, Snapshot } from '../game/types';
import { LEARNER, type Lesson, type Step, type Verdict } from './lesson';

/** Calls the rules: a worker in the page, the module itself in tests. */
export type CallRules = <N extends Name>(name: N, args: Args<N>) => Promise<Answer<N>>;

export interface StepState {
  log: Log;
  seen: Snapshot;
  /** What the learner has played since the step began. */
  moves: string[];
  /** How many of the other side's answers have been given. */
  replied: number;
}

async function play(callRules: CallRules, { log, seen }: StepState, seat: number, move: string): Promise<Pick<StepState, 'log' | 'seen'>> {
  const answer = await callRules('play', { log, seat, move, viewer: LEARNER });
  return { log: extended(log, answer), seen: seenAfter(seen.events, answer) };
}

/** The position a step begins with. */
export async function begin(callRules: CallRules, lesson: Lesson, step: Step): Promise<StepState> {
  const rules = { ...lesson.rules, ...step.rules };
  const log = await callRules('open', { game: lesson.game, rules, position: step.position, seed: step.seed ?? 1 });
  return { log, moves: [], replied: 0, seen: await callRules('view', { log, viewer: LEARNER }) };
}

/** The learner's move, and whether it is what the step waits for. */
export async function attempt(callRules: CallRules, step: Step, at: StepState, move: string): Promise<{ at: StepState; verdict: Verdict }> {
  const moves = [...at.moves, move];
  const after = { ...(await play(callRules, at, LEARNER, move)), moves, replied: at.replied };
  return { at: after, verdict: step.goal({ move, before: at.seen, after: after.seen, moves }) };
}

/** Is it the other side's turn? */
export function waits({ seen }: StepState): boolean {
  return !seen.result && typeof seen.actor === 'number' && seen.actor !== LEARNER;
}

/** One answer of the other side: the next of the step's own, or what level 1 would play. */
export async function reply(callRules: CallRules, step: Step, at: StepState): Promise<StepState> {
  const seat = at.seen.actor as number;
  const { legal } = await callRules('view', { log: at.log, viewer: seat });
  const planned = step.replies?.[at.replied];
  const move = planned && legal.includes(planned)
    ? planned
    : (await callRules('analyze', { log: at.log, level: '1', nodes: 2000, seed: 1 })).best;
  return { ...(await play(callRules, at, seat, move)), moves: at.moves, replied: at.replied + 1 };
}
