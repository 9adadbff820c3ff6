// The table of moves: a column a seat, a row a round.
import { readMove } from '../game/moves';
import type { GameEvent } from '../game/types';

export interface MoveEntry {
  /** The number of events up to and including it. */
  upto: number;
  by: number;
  /** The move; null lies face down. */
  text: string | null;
  /** An action instead of a move. */
  action: 'resign' | 'forfeit' | 'eliminate' | null;
}

export interface Round {
  /** The number of the round; null while pieces are placed. */
  number: number | null;
  cells: (MoveEntry | null)[];
}

/** Everything players did, in order. Offers and answers are not moves. */
export function entries(events: GameEvent[]): MoveEntry[] {
  const all: MoveEntry[] = [];
  events.forEach((event, at) => {
    if ('move' in event && 'by' in event) all.push({ upto: at + 1, by: event.by as number, text: event.move as string | null, action: null });
    else if ('action' in event && (event.action === 'resign' || event.action === 'forfeit' || event.action === 'eliminate')) {
      all.push({ upto: at + 1, by: event.by as number, text: null, action: event.action });
    }
  });
  return all;
}

/** Pieces are placed and tiles laid before the game proper. Cards, which are written in capitals, are moves. */
export function isPlacing({ text }: MoveEntry): boolean {
  const kind = text === null ? null : readMove(text)?.kind;
  return kind === 'lay' || kind === 'place' && /^[a-z[]/.test(text!);
}

/** Rows: a seat that is not after the last mover starts a new one, so that skipped turns leave a gap. */
export function rounds(list: MoveEntry[], seats: number): Round[] {
  const rows: Round[] = [];
  let number = 0;
  let last: MoveEntry | null = null;
  for (const entry of list) {
    const placing = isPlacing(entry);
    if (!last || entry.by <= last.by || placing !== isPlacing(last)) {
      rows.push({ number: placing ? null : ++number, cells: Array.from({ length: seats }, () => null) });
    }
    rows.at(-1)!.cells[entry.by] = entry;
    last = entry;
  }
  return rows;
}
