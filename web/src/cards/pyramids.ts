// The six pyramids of a player: small, medium and large of a first and of a second colour.
import type { Side } from './montauk';

/** 0 to 5, in the order of the dice. */
export type PyramidId = number;

export const SIZES = ['small', 'medium', 'large'] as const;
export const COLOURS = [['red', 'yellow'], ['green', 'blue']] as const;

export function sizeOf(id: PyramidId): 0 | 1 | 2 {
  return (id % 3) as 0 | 1 | 2;
}

export function colourOf(side: Side, id: PyramidId): (typeof COLOURS)[Side][number] {
  return COLOURS[side][id < 3 ? 0 : 1]!;
}

/** The larger first, then the first colour. */
export function largerFirst(a: PyramidId, b: PyramidId): number {
  return sizeOf(b) - sizeOf(a) || a - b;
}

/**
 * A box for each pyramid of a still picture. Positions without named pyramids list boxes from high to low; then it does not
 * matter which is which.
 */
export function boxesOf(boxes: readonly (number | null)[], named: boolean): number[] {
  const plain = boxes.map((box) => box ?? -1);
  if (named) return plain;
  const place: number[] = [];
  [0, 1, 2, 3, 4, 5].sort(largerFirst).forEach((id, i) => (place[id] = plain[i] ?? -1));
  return place;
}
