/// What each seat has.
import type { View } from './types';

/// Once there is a result, its scores: they hold the last claims, which the position does not. Where the last mover wins,
/// a result has no points to show.
export function scoresOf({ result, rules, scores }: Pick<View, 'result' | 'rules' | 'scores'>): number[] {
  return result && rules['score'] !== 'last_mover' ? result.scores : scores;
}
