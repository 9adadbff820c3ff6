// What each seat has and what it could still get, for the numbers and bars next to the names.
import { scoresOf } from '../game/result';
import type { View } from '../game/types';
import { gamePage } from '../games';

export interface Standing {
  claimed: number[];
  reachable: number[];
  /** The value of all open cells; 0 where nothing is claimed. */
  open: number;
  /** The longest bar. */
  max: number;
}

/** The number next to each name. In a buffet it is the number of cards in the tray, dealt ones included. */
export function tally(view: View): number[] {
  const { insight } = view;
  return insight.family === 'buffet' ? insight.pools.map((pool) => pool.length) : scoresOf(view);
}

/** Null for the card games, and before any piece can move. */
export function standing(view: View): Standing | null {
  const { insight } = view;
  if (insight.family !== 'slide' || view.phase === 'place' || view.phase === 'lay') return null;
  // After the end nothing more is claimed: a result has counted what lay in reach.
  const { scores } = gamePage(view.game);
  const ended = view.result !== null;
  const { totals, open } = insight.reach;
  const reachable = totals.map(({ all }, seat) => (view.plays[seat] && !ended ? all : 0));
  const claimed = scores ? scoresOf(view) : view.scores.map(() => 0);
  return { claimed, reachable, open, max: Math.max(1, ...claimed.map((fish, seat) => fish + reachable[seat]!)) };
}
