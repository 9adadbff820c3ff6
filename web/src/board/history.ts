// What a position does not contain: the fish cells had, who took which cell out of play, what the last move did.
import { cellOf, readMove } from '../game/moves';
import { cellsIn } from '../game/position';
import { slideInsight } from '../game/slide';
import type { View } from '../game/types';

export interface Last { by: number; left: string | null; reached: string | null; shot: string | null; text: string }

export interface BoardHistory {
  /** The fish each cell began with, where that is known. */
  fish: Map<string, number>;
  /** The seat that took a cell out of play. */
  by: Map<string, number>;
  /** Cells that were never there. */
  holes: Set<string>;
  last: Last | null;
}

export function historyOf({ rules, start, events, insight }: Pick<View, 'rules' | 'start' | 'events' | 'insight'>): BoardHistory {
  const { removes } = slideInsight({ insight });
  const begun = cellsIn(rules, start) ?? [];
  const fish = new Map(begun.map((cell) => [cell.name, cell.fish]));
  const by = new Map<string, number>();
  let last: Last | null = null;
  for (const event of events) {
    if (!('move' in event) || typeof event.move !== 'string' || typeof event.by !== 'number') continue;
    const step = readMove(event.move);
    if (!step || step.kind === 'pass' || step.kind === 'swap') continue;
    const seat = event.by;
    last = { by: seat, left: null, reached: null, shot: null, text: event.move };
    if (step.kind === 'lay') {
      fish.set(step.at, step.fish);
      last.reached = step.at;
    } else if (step.kind === 'place') last.reached = step.at;
    else if (step.kind === 'retire') {
      by.set(step.at, seat);
      last.left = step.at;
    } else {
      last.left = step.from;
      last.reached = step.to;
      last.shot = step.shot;
      const gone = cellOf(removes, step);
      if (gone) by.set(gone, seat);
    }
  }
  const holes = new Set(begun.filter((cell) => cell.kind === 'gone').map((cell) => cell.name));
  return { fish, by, holes, last };
}

export const NO_HISTORY: BoardHistory = { fish: new Map(), by: new Map(), holes: new Set(), last: null };
