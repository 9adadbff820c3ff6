/// The six pyramids of a player: small, medium and large of a first and of a second colour.
import type { Side } from './montauk';

/// 0 to 5, in the order of the dice.
export type PyramidId = number;

export const SIZES = ['small', 'medium', 'large'] as const;
export const COLOURS = [['red', 'yellow'], ['green', 'blue']] as const;

export function sizeOf(id: PyramidId): 0 | 1 | 2 {
  return (id % 3) as 0 | 1 | 2;
}

export function colourOf(side: Side, id: PyramidId): (typeof COLOURS)[Side][number] {
  return COLOURS[side][id < 3 ? 0 : 1]!;
}

/// As moves name it: `small-red`.
export function moveName(side: Side, id: PyramidId): string {
  return `${SIZES[sizeOf(id)]}-${colourOf(side, id)}`;
}

/// The larger first, then the first colour: what a move without a name takes.
export function byMove(a: PyramidId, b: PyramidId): number {
  return sizeOf(b) - sizeOf(a) || a - b;
}

/// Where each pyramid stands, by id. Positions without named pyramids list boxes from high to low; then it does not matter
/// which is which, and any order that stays the same will do.
export function boxesOf(boxes: readonly (number | null)[], named: boolean, recorded: readonly number[] | null): number[] {
  const plain = boxes.map((box) => box ?? -1);
  if (named) return plain;
  const high = [...plain].sort((a, b) => b - a);
  if (recorded && [...recorded].sort((a, b) => b - a).every((box, i) => box === high[i])) return [...recorded];
  const order = [0, 1, 2, 3, 4, 5].sort(byMove);
  const place: number[] = [];
  order.forEach((id, i) => (place[id] = high[i] ?? -1));
  return place;
}
