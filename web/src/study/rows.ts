// The move list: rounds of the main line by seat, and under a round the variations that leave it.
import { seatOf, lineOf, stepOf, type Tree } from './tree';

export type Row =
  | { kind: 'round'; number: number; cells: number[][] }
  | { kind: 'line'; depth: number; steps: number[] };

/** `together`: a seat that moves again at once does so in the same cell, as with spends after a trick. */
export function rowsOf(tree: Tree, seats: number, together: boolean): Row[] {
  const rows: Row[] = [];
  let cells: number[][] | null = null;
  let last = -1;
  let due: number[] = [];
  const close = () => {
    if (cells) rows.push({ kind: 'round', number: rows.filter((row) => row.kind === 'round').length + 1, cells });
    cells = null;
    for (const id of due) aside(tree, id, 1, rows);
    due = [];
  };
  for (const id of lineOf(tree, 0).slice(1)) {
    const step = stepOf(tree, id);
    const seat = seatOf(step.events[0]) ?? 0;
    const again = together && seat === last;
    if (!cells || (seat <= last && !again)) {
      close();
      cells = Array.from({ length: seats }, () => []);
    }
    cells![seat]?.push(id);
    last = seat;
    due.push(...stepOf(tree, step.parent!).next.filter((other) => other !== id));
  }
  close();
  return rows;
}

function aside(tree: Tree, id: number, depth: number, rows: Row[]): void {
  const line = lineOf(tree, id).slice(stepOf(tree, id).depth);
  rows.push({ kind: 'line', depth, steps: line });
  for (const at of line.slice(1)) {
    for (const other of stepOf(tree, stepOf(tree, at).parent!).next) {
      if (other !== at) aside(tree, other, depth + 1, rows);
    }
  }
}
