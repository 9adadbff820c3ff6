/// How many cells of each kind there are, compared with 3:2:1.
import type { Drawing, Mark } from './layout';

export interface Counts { cells: number; dealt: number; fish: number[] }

export function counts(drawing: Drawing): Counts {
  const all = drawing.marks.flat();
  const of = (mark: Mark) => all.filter((other) => other === mark).length;
  const dealt = of('*');
  const fish = (['1', '2', '3', '4', '5', '6', '7'] as const).map(of);
  return { cells: dealt + fish.reduce((sum, n) => sum + n, 0), dealt, fish };
}

/// How many ones, twos and threes the rules deal for a number of cells.
export function threeTwoOne(cells: number): [number, number, number] {
  const twos = Math.round(cells / 3);
  const threes = Math.round(cells / 6);
  return [cells - twos - threes, twos, threes];
}
