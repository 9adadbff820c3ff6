/// What each seat can still reach: floods over open cells from its pieces.
import { neighbours } from './geometry';
import type { Cell, Position } from './position';

export interface Reach {
  /// For every reachable cell, the seats that can reach it.
  seats: Map<string, number[]>;
  /// For each seat: the fish (cells, where there are no fish) it can reach, and those only it can reach.
  totals: { all: number; own: number }[];
}

/// Floods from the pieces of each seat. A piece whose cell goes with it is a wall for good; elsewhere only a stuck one is.
export function reachOf(position: Position, seats: number): Reach {
  const reached = new Map<string, number[]>();
  for (let seat = 0; seat < seats; seat++) {
    for (const cell of flood(position, seat)) {
      const known = reached.get(cell.name);
      if (known) known.push(seat);
      else reached.set(cell.name, [seat]);
    }
  }
  const totals = Array.from({ length: seats }, () => ({ all: 0, own: 0 }));
  for (const [name, by] of reached) {
    const worth = position.fishy ? position.byName.get(name)!.fish : 1;
    for (const seat of by) totals[seat]!.all += worth;
    if (by.length === 1) totals[by[0]!]!.own += worth;
  }
  return { seats: reached, totals };
}

function flood(position: Position, seat: number): Set<Cell> {
  const own = position.cells.filter((cell) => cell.seat === seat);
  const seen = new Set<Cell>();
  const edge = own.flatMap((cell) => neighbours(position, cell));
  while (edge.length) {
    const cell = edge.pop()!;
    if (cell.kind !== 'open' || cell.seat !== null && (position.melts || !mobile(position, cell)) || seen.has(cell)) continue;
    seen.add(cell);
    edge.push(...neighbours(position, cell));
  }
  // A seat's pieces stand on cells that it claims when it leaves; with nowhere to go, only some rules count them.
  for (const cell of own) if (mobile(position, cell)) seen.add(cell);
  return new Set([...seen].filter((cell) => cell.seat === null || cell.seat === seat));
}

function mobile(position: Position, cell: Cell): boolean {
  return neighbours(position, cell).some((near) => near.kind === 'open' && near.seat === null);
}
