// What a step may wait for: small questions about a move and the position after it.
import { readMove } from '../game/moves';
import { wonBy } from '../game/result';
import type { Outcome } from '../game/types';
import type { Goal, Turn } from './lesson';
import { LEARNER } from './lesson';

/** A move in parts: `d1-d7/g7`, `[[0,1],[2,1]]`, or a place alone. */
export function parts(move: string): { from?: string; to: string; shot?: string } {
  const step = readMove(move);
  if (step?.kind !== 'slide') return { to: move };
  return { from: step.from, to: step.to, shot: step.shot ?? undefined };
}

/** Has the learner won, and no one else? */
function isWonAlone(result: Outcome): boolean {
  const won = wonBy(result);
  return won.kind === 'one' && won.seat === LEARNER;
}

const ends = (fits: (turn: Turn) => boolean): Goal => (turn) => (fits(turn) ? 'met' : 'off');

/** Any legal move. */
export const any: Goal = () => 'met';

/** Stops on one of these cells. */
export const to = (...cells: string[]): Goal => ends(({ move }) => cells.includes(parts(move).to));

/** Leaves this cell, and so claims its fish. */
export const from = (cell: string): Goal => ends(({ move }) => parts(move).from === cell);

/** Shoots at, spears or claims one of these cells. */
export const shoots = (...cells: string[]): Goal => ends(({ move }) => cells.includes(parts(move).shot ?? ''));

/** Shoots at the cell that the piece has just left. */
export const shootsBack: Goal = ends(({ move }) => parts(move).shot === parts(move).from);

/** Claims any cell. */
export const claims: Goal = ends(({ move }) => parts(move).shot !== undefined);

/** Plays exactly this: a card, a spend. */
export const plays = (...moves: string[]): Goal => ends(({ move }) => moves.includes(move));

/** Scores at least that many points with one move. */
export const takes = (fish: number): Goal =>
  ends(({ before, after }) => (after.scores[LEARNER] ?? 0) - (before.scores[LEARNER] ?? 0) >= fish);

/** Leaves the other side without a move: it is skipped, or the game is over and won. */
export const shutsIn: Goal = ends(({ after }) =>
  after.result ? after.result.winners.includes(LEARNER) : after.actor === LEARNER);

/** Ends the game with this move, and wins it. */
export const endsWon: Goal = ends(({ after }) => after.result?.winners.includes(LEARNER) ?? false);

/** Bears off `pyramids` pyramids within `spends` spends. */
export const bearsOff = (pyramids: number, spends: number): Goal => ({ moves }) => {
  const off = moves.filter((move) => move.endsWith('-off')).length;
  if (off >= pyramids) return 'met';
  return moves.length < spends && moves.at(-1) !== 'pass' ? 'on' : 'off';
};

/** Stops on `cell` within `within` moves. */
export const reaches = (cell: string, within: number): Goal => ({ move, moves }) =>
  parts(move).to === cell ? 'met' : moves.length < within ? 'on' : 'off';

/** Plays on until the game is over, and wins it. */
export const wins: Goal = ({ after }) =>
  !after.result ? 'on' : isWonAlone(after.result) ? 'met' : 'off';

/** One goal after the other, move by move. */
export const inTurn = (...goals: Goal[]): Goal => (turn) => {
  const verdict = goals[turn.moves.length - 1]?.(turn) ?? 'off';
  return verdict === 'met' && turn.moves.length < goals.length ? 'on' : verdict;
};
