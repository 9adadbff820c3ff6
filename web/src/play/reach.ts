/// What each seat has and what it could still get, for the bars beside the names.
import { readPosition } from '../game/position';
import { reachOf } from '../game/reach';
import { SLIDES, type View } from '../game/types';

export interface Standing {
  claimed: number[];
  reachable: number[];
  /// All that still lies open; 0 where nothing is claimed.
  open: number;
  /// The longest bar.
  most: number;
}

/// Null for the card games, and before anybody can move.
export function standing(view: View): Standing | null {
  if (!SLIDES.includes(view.game) || view.phase === 'place' || view.phase === 'lay') return null;
  const position = readPosition(view.rules, view.state);
  const reachable = reachOf(position, view.seats).totals.map(({ all }, seat) => (view.plays[seat] ? all : 0));
  const claimed = view.game === 'amazons' ? view.scores.map(() => 0) : view.scores;
  const open = position.cells.reduce((sum, cell) => sum + (cell.kind === 'open' ? cell.fish : 0), 0);
  return { claimed, reachable, open, most: Math.max(1, ...claimed.map((fish, seat) => fish + reachable[seat]!)) };
}
