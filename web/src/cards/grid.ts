// Where the cards of a buffet lie in its drawing. A card is 60 × 84.
import { cellName, placeOf, type Buffet } from './buffet';

export const PITCH_X = 68;
export const PITCH_Y = 92;
/** Space for the letters and numbers at the edges. */
export const EDGE = 22;

export interface Point {
  x: number;
  y: number;
}

/** The drawing's size. */
export function sizeOf(buffet: Buffet): { width: number; height: number } {
  return { width: EDGE + buffet.cols * PITCH_X, height: 6 + buffet.rows * PITCH_Y + EDGE };
}

/** The upper left corner of a card; `turned` shows the board from its far edge. */
export function cornerOf(buffet: Buffet, name: string, turned: boolean): Point {
  const { col, row } = placeOf(name);
  const across = turned ? buffet.cols - 1 - col : col;
  const down = turned ? row : buffet.rows - 1 - row;
  return { x: EDGE + 4 + across * PITCH_X, y: 6 + down * PITCH_Y };
}

export function middleOf(buffet: Buffet, name: string, turned: boolean): Point {
  const { x, y } = cornerOf(buffet, name, turned);
  return { x: x + 30, y: y + 42 };
}

/** The next card in a direction on the screen, over gaps; the same where there is none. */
export function neighbour(buffet: Buffet, name: string, dx: number, dy: number, turned: boolean): string {
  const sign = turned ? -1 : 1;
  let { col, row } = placeOf(name);
  for (;;) {
    col += dx * sign;
    row -= dy * sign;
    if (col < 0 || row < 0 || col >= buffet.cols || row >= buffet.rows) return name;
    const next = cellName(col, row);
    if (buffet.spots.has(next)) return next;
  }
}
