// The keyboard on a board: which cell a key leads to.
import { besideKey, rays } from '../game/geometry';
import type { Cell, Lattice, Position } from '../game/position';

const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/** The key of each direction of a lattice, in the order of `WAYS`. */
const RAYS: Record<Lattice, string> = { square: 'qwedcxza', hex: 'wedxza', hex_columns: 'wedxza' };

/** The cell that a key leads to from another; undefined if the key is not one of the board's. */
export function cellForKey(position: Position, from: Cell, key: string): Cell | null | undefined {
  const arrow = ARROWS[key as keyof typeof ARROWS];
  if (arrow) return besideKey(position, from, arrow);
  const way = key.length === 1 ? RAYS[position.lattice].indexOf(key.toLowerCase()) : -1;
  if (way >= 0) return rays(position, from)[way]?.[0] ?? null;
  if (key === 'Home') return position.rows[from.row]![0]!;
  if (key === 'End') return position.rows[from.row]!.at(-1)!;
  return undefined;
}

/** The next of some cells after another, in reading order, wrapping round. */
export function cycle(position: Position, among: ReadonlySet<string>, from: string | null, back = false): string | null {
  const names = position.cells.map((cell) => cell.name).filter((name) => among.has(name) || name === from);
  if (back) names.reverse();
  const at = from === null ? -1 : names.indexOf(from);
  const after = [...names.slice(at + 1), ...names.slice(0, Math.max(at, 0))].find((name) => among.has(name));
  return after ?? (from !== null && among.has(from) ? from : null);
}
