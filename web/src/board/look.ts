/// How a board is drawn: what it is made of, what shape its cells have, what stands on it.
import type { GameId } from '../game/types';
import type { Shape } from '../game/geometry';
import type { Position } from '../game/position';
import type { Theme } from '../settings.svelte';

export type Skin = 'ice' | 'chips' | 'paper';

/// Mr. Pauper plays with chips and Paper Pen-guins with pens, whatever the theme; the themes of that name do it for all.
export function skinOf(game: GameId, theme: Theme): Skin {
  if (game === 'paper-penguins' || theme === 'paper') return 'paper';
  return game === 'pauper' || theme === 'chips' ? 'chips' : 'ice';
}

/// The theme whose colours the stage itself wears: pens need paper under them.
export function stageTheme(game: GameId, theme: Theme): Theme {
  if (theme === 'high-contrast') return theme;
  return skinOf(game, theme) === 'paper' ? 'paper' : theme;
}

export function shapeOf(position: Position, skin: Skin): Shape {
  if (position.lattice === 'hex') return 'hex';
  if (position.lattice === 'hex_columns') return 'flat';
  if (skin === 'paper') return 'ruled';
  return position.fishy ? 'slab' : 'chequer';
}

/// Do cells go out of play under an arrow that stays? Elsewhere they become water.
export const arrowsStay = (position: Position) => !position.fishy && !position.melts;

/// The drawing of a seat's piece, and the class with its colours.
export function pieceOf(game: GameId, seat: number): { drawing: string; seat: string } {
  if (game === 'amazons' || game === 'amazon-penguins') {
    const drawing = game === 'amazons' ? 'amazon' : 'penguin-spear';
    return { drawing, seat: ['sl', 'sd', 's2', 's3'][seat]! };
  }
  if (game === 'fish') return { drawing: 'penguin-plain', seat: `f${seat}` };
  return { drawing: `penguin-${seat}`, seat: `s${seat}` };
}

/// How large things are on a cell of this shape, hexes being 1, and how far below the middle feet stand.
export const SCALE: Record<Shape, number> = { hex: 1, flat: 0.92, slab: 0.82, chequer: 0.86, ruled: 0.86 };
