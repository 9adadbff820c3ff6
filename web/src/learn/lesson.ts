// A lesson is data: a few positions, what to reach in each, and a way that reaches it. The words are the catalogue's.
import type { GameId, Rules, Snapshot } from '../game/types';

/** The learner's move with the positions before and after it, as the learner sees them. */
export interface Turn {
  move: string;
  before: Snapshot;
  after: Snapshot;
  /** What the learner has played in this step, this move included. */
  moves: string[];
}

/** `met`: the goal is reached. `on`: a good start, the step continues. `off`: a legal move that misses the goal. */
export type Verdict = 'met' | 'on' | 'off';
export type Goal = (turn: Turn) => Verdict;

/** The texts of a step: the task, the answer when it is done, the answer to a move that misses it. */
export interface StepTexts {
  task: string;
  success: string;
  retry: string;
}

export interface Step {
  texts: StepTexts;
  position: string;
  /** What differs from the rules of the lesson. */
  rules?: Rules;
  goal: Goal;
  /** Moves of the learner that reach the goal: *Show me* plays them, and a test does. */
  solution: string[];
  /** What the other side answers, in order; where it is not legal, or none is left, level 1 moves. */
  replies?: string[];
  /** Cells to point at. */
  marks?: string[];
  /** What chance draws by. */
  seed?: number;
}

export interface Lesson {
  game: GameId;
  rules: Rules;
  steps: Step[];
}

/** The learner always sits here. */
export const LEARNER = 0;
