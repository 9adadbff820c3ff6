/// What each seat has and what it could still get, for the numbers and bars next to the names.
import { poolOf, readBuffet, type Side } from '../cards/buffet';
import { readPosition } from '../game/position';
import { reachOf } from '../game/reach';
import { scoresOf } from '../game/scores';
import type { View } from '../game/types';
import { gamePage, isSlide } from '../games';

export interface Standing {
  claimed: number[];
  reachable: number[];
  /// The value of all open cells; 0 where nothing is claimed.
  open: number;
  /// The longest bar.
  max: number;
}

/// The number next to each name. In a buffet it is the number of cards in the tray, dealt ones included.
export function tally(view: View): number[] {
  if (gamePage(view.game).board !== 'buffet') return scoresOf(view);
  const buffet = readBuffet(view.state);
  return view.scores.map((_, seat) => poolOf(buffet, seat as Side, view).length);
}

/// Null for the card games, and before any piece can move.
export function standing(view: View): Standing | null {
  if (!isSlide(view.game) || view.phase === 'place' || view.phase === 'lay') return null;
  const position = readPosition(view.rules, view.state);
  // After the end nothing more is claimed: a result has counted what lay in reach.
  const { scores } = gamePage(view.game);
  const ended = view.result !== null && scores;
  const reachable = reachOf(position, view.seats).totals.map(({ all }, seat) => (view.plays[seat] && !ended ? all : 0));
  const claimed = scores ? scoresOf(view) : view.scores.map(() => 0);
  const open = position.cells.reduce((sum, cell) => sum + (cell.kind === 'open' ? cell.fish : 0), 0);
  return { claimed, reachable, open, max: Math.max(1, ...claimed.map((fish, seat) => fish + reachable[seat]!)) };
}
