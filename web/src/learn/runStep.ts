/// How a step of a lesson runs, apart from any screen: open it, try a move, let the other side answer.
import type { Args, Answer, Name } from '../rules/calls';
import type { Log, Snapshot } from '../game/types';
import { LEARNER, type Lesson, type Step, type Verdict } from './lesson';

/// Calls the rules: a worker in the page, the module itself in tests.
export type CallRules = <N extends Name>(name: N, args: Args<N>) => Promise<Answer<N>>;

export interface StepState {
  log: Log;
  seen: Snapshot;
  /// What the learner has played since the step began.
  moves: string[];
  /// How many of the other side's answers have been given.
  replied: number;
}

async function stepState(callRules: CallRules, log: Log, moves: string[], replied: number): Promise<StepState> {
  return { log, moves, replied, seen: await callRules('see', { log, eyes: LEARNER }) };
}

/// The position a step begins with.
export async function begin(callRules: CallRules, lesson: Lesson, step: Step): Promise<StepState> {
  const rules = { ...lesson.rules, ...step.rules };
  const log = await callRules('open', { game: lesson.game, rules, position: step.position, seed: step.seed ?? 1 });
  return stepState(callRules, log, [], 0);
}

/// The learner's move, and whether it is what the step waits for.
export async function attempt(callRules: CallRules, step: Step, at: StepState, move: string): Promise<{ at: StepState; verdict: Verdict }> {
  const log = await callRules('play', { log: at.log, seat: LEARNER, move });
  const moves = [...at.moves, move];
  const after = await stepState(callRules, log, moves, at.replied);
  return { at: after, verdict: step.goal({ move, before: at.seen, after: after.seen, moves }) };
}

/// Is it the other side's turn?
export function waits({ seen }: StepState): boolean {
  return !seen.result && typeof seen.actor === 'number' && seen.actor !== LEARNER;
}

/// One answer of the other side: the next of the step's own, or what level 1 would play.
export async function reply(callRules: CallRules, step: Step, at: StepState): Promise<StepState> {
  const seat = at.seen.actor as number;
  const { legal } = await callRules('see', { log: at.log, eyes: seat });
  const planned = step.replies?.[at.replied];
  const move = planned && legal.includes(planned)
    ? planned
    : (await callRules('think', { log: at.log, level: '1', nodes: 2000, seed: 1 })).best;
  return stepState(callRules, await callRules('play', { log: at.log, seat, move }), at.moves, at.replied + 1);
}
