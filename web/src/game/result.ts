// What an outcome of the rules says: who has won, and the scores to show.
import type { Outcome, View } from './types';

/** Who has won: one seat, all of them, some of them, or none. */
export type WonBy = { kind: 'one'; seat: number } | { kind: 'draw' } | { kind: 'shared'; seats: number[] } | { kind: 'nobody' };

export function wonBy(outcome: Pick<Outcome, 'winners' | 'scores'> | null): WonBy {
  const { winners, scores } = outcome ?? { winners: [], scores: [] };
  const [seat] = winners;
  if (seat === undefined) return { kind: 'nobody' };
  if (winners.length === scores.length) return { kind: 'draw' };
  return winners.length > 1 ? { kind: 'shared', seats: winners } : { kind: 'one', seat };
}

/** Has a seat won, alone or with others? In a draw no one is marked. */
export const hasWon = (outcome: Pick<Outcome, 'winners' | 'scores'> | null, seat: number): boolean =>
  wonBy(outcome).kind !== 'draw' && !!outcome?.winners.includes(seat);

/**
 * What each seat has. Once there is a result, its scores: they hold the last claims, which the position does not. Where points do
 * not decide, a result has none to show.
 */
export function scoresOf({ result, scored, scores }: Pick<View, 'result' | 'scored' | 'scores'>): number[] {
  return result && scored ? result.scores : scores;
}
