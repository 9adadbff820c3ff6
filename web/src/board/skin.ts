// How a board is drawn: what it is made of, what shape its cells have, what stands on it.
import type { GameId } from '../game/types';
import { gamePage } from '../games';
import type { Shape } from '../game/geometry';
import type { Position } from '../game/position';
import type { Theme } from '../settings.svelte';

export type Skin = 'ice' | 'chips' | 'paper';

/** A paper or chips game has that skin in every theme; the themes with these names give it to all games. */
export function skinOf(game: GameId, theme: Theme): Skin {
  const { look } = gamePage(game);
  if (look === 'paper' || theme === 'paper') return 'paper';
  return look === 'chips' || theme === 'chips' ? 'chips' : 'ice';
}

/** The theme whose colours the stage itself wears: pens need paper under them. */
export function stageTheme(game: GameId, theme: Theme): Theme {
  if (theme === 'high-contrast') return theme;
  return skinOf(game, theme) === 'paper' ? 'paper' : theme;
}

export function shapeOf(position: Position, skin: Skin): Shape {
  if (position.lattice === 'hex') return 'hex';
  if (position.lattice === 'hex_columns') return 'flat';
  if (skin === 'paper') return 'ruled';
  return position.hasFish ? 'slab' : 'chequer';
}

/** Do cells go out of play under an arrow that stays? Elsewhere they become water. */
export const arrowsStay = (position: Position) => !position.hasFish && position.removes !== 'left';

/** How large things are on a cell of this shape, hexes being 1, and how far below the middle feet stand. */
export const SCALE: Record<Shape, number> = { hex: 1, flat: 0.92, slab: 0.82, chequer: 0.86, ruled: 0.86 };
