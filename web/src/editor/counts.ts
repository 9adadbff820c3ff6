// How many cells of each kind are drawn, and how many the rules would deal.
import type { Rules } from '../game/types';
import { isCell, type Drawing, type Mark } from './layout';

export interface Counts { cells: number; dealt: number; fish: number[] }

export function counts(drawing: Drawing): Counts {
  const all = drawing.marks.flat();
  const of = (mark: Mark) => all.filter((other) => other === mark).length;
  const dealt = of('*');
  const fish = (['1', '2', '3', '4', '5', '6', '7'] as const).map(of);
  return { cells: dealt + fish.reduce((sum, n) => sum + n, 0), dealt, fish };
}

/** The drawing with every cell left to the deal. */
export function allDealt(drawing: Drawing): Drawing {
  return { ...drawing, marks: drawing.marks.map((row) => row.map((mark) => (isCell(mark) ? '*' : mark))) };
}

/** How many ones, twos, threes … the rules deal, as they write it in the switch `supply`; null where they deal none. */
export function readSupply({ supply }: Rules): number[] | null {
  return typeof supply === 'string' && supply ? supply.split('/').map(Number) : null;
}
