// Where cells are drawn, which cells are neighbours, which lines run through a cell.
import { letters, type Cell, type Lattice, type Position } from './position';

export interface Point { x: number; y: number }
export interface Box extends Point { w: number; h: number }

/** How cells are drawn: hexes with a corner or an edge up, ice slabs, squares of one board, squares of a sheet. */
export type Shape = 'hex' | 'flat' | 'slab' | 'chequer' | 'ruled';

/** The distance of two squares, centre to centre. */
const PITCH: Record<'slab' | 'chequer' | 'ruled', number> = { slab: 72, chequer: 64, ruled: 76 };

/** The steps of a lattice as rows down and columns right, clockwise from the upper left or from straight up. */
export const WAYS: Record<Lattice, readonly (readonly [number, number])[]> = {
  square: [[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1]],
  hex: [[-1, -1], [-1, 1], [0, 2], [1, 1], [1, -1], [0, -2]],
  hex_columns: [[-2, 0], [-1, 1], [1, 1], [2, 0], [1, -1], [-1, -1]],
};

export function centre(shape: Shape, cell: Pick<Cell, 'row' | 'x'>): Point {
  if (shape === 'hex') return { x: cell.x * 45, y: cell.row * 78 };
  if (shape === 'flat') return { x: cell.x * 78, y: cell.row * 45 };
  return { x: cell.x * PITCH[shape], y: cell.row * PITCH[shape] };
}

/** Half the width and height that a cell takes up. */
export function reachOf(shape: Shape): { x: number; y: number } {
  if (shape === 'hex') return { x: 45, y: 52 };
  if (shape === 'flat') return { x: 52, y: 45 };
  return { x: PITCH[shape] / 2, y: PITCH[shape] / 2 };
}

/** The outline of a cell round its centre as a path, `inset` px smaller. */
export function outline(shape: Shape, inset = 0): string {
  const scale = 1 - inset / reachOf(shape).x;
  const corners = outlineCorners(shape).map(([x, y]) => [x * scale, y * scale] as const);
  if (shape !== 'slab') return `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`;
  // Slabs have round corners.
  const half = corners[2]![0];
  const turn = Math.max(2, 8 - inset / 2);
  const side = round(2 * (half - turn));
  return `M${round(turn - half)} ${round(-half)}h${side}a${turn} ${turn} 0 0 1 ${turn} ${turn}v${side}a${turn} ${turn} 0 0 1 ${-turn} ${turn}`
    + `h${-side}a${turn} ${turn} 0 0 1 ${-turn} ${-turn}v${-side}a${turn} ${turn} 0 0 1 ${turn} ${-turn}z`;
}

export function outlineCorners(shape: Shape): [number, number][] {
  if (shape === 'hex') return [[0, -49], [42, -25], [42, 25], [0, 49], [-42, 25], [-42, -25]];
  if (shape === 'flat') return [[-49, 0], [-25, -42], [25, -42], [49, 0], [25, 42], [-25, 42]];
  const half = shape === 'slab' ? 34 : PITCH[shape] / 2;
  return [[-half, -half], [half, -half], [half, half], [-half, half]];
}

export const round = (n: number) => Math.round(n * 10) / 10;

export interface Label extends Point { text: string; anchor: 'middle' | 'end' }

export interface Geometry {
  shape: Shape;
  at: Map<string, Point>;
  /** The box of all cells, without edge letters. */
  box: Box;
  labels: Label[];
}

/** Lays a position's cells out. */
export function geometryOf(position: Position, shape: Shape): Geometry {
  const at = new Map(position.cells.map((cell) => [cell.name, centre(shape, cell)]));
  const points = [...at.values()];
  const half = reachOf(shape);
  const left = Math.min(...points.map((p) => p.x)) - half.x;
  const right = Math.max(...points.map((p) => p.x)) + half.x;
  const top = Math.min(...points.map((p) => p.y)) - half.y;
  const bottom = Math.max(...points.map((p) => p.y)) + half.y;
  const box = { x: left, y: top, w: right - left, h: bottom - top };
  return { shape, at, box, labels: labelsOf(position, shape, at, box) };
}

/** Letters and numbers at the edge: rows at their left end, columns where a column has a name. */
function labelsOf(position: Position, shape: Shape, at: Map<string, Point>, box: Box): Label[] {
  const { lattice, rows } = position;
  const labels: Label[] = [];
  for (const [row, cells] of rows.entries()) {
    const first = cells[0];
    if (!first) continue;
    const text = lattice === 'hex' ? letters(rows.length - 1 - row)
      : lattice === 'square' ? String(rows.length - row) : String(row);
    const point = at.get(first.name)!;
    if (lattice === 'hex') labels.push({ text, x: point.x - 62, y: point.y, anchor: 'middle' });
    else if (lattice === 'square') labels.push({ text, x: box.x - (shape === 'chequer' ? 19 : 24), y: point.y, anchor: 'middle' });
    // Rows of such hexes overlap by half; their numbers do too.
    else labels.push({ text, x: box.x - 14 - (row % 2 ? 22 : 0), y: point.y, anchor: 'middle' });
  }
  if (lattice === 'square') {
    const edge = box.y + box.h + (shape === 'chequer' ? 18 : shape === 'slab' ? 30 : 26);
    for (const x of new Set(position.cells.map((cell) => cell.x))) {
      labels.push({ text: letters(x), x: x * PITCH[shape as keyof typeof PITCH], y: edge, anchor: 'middle' });
    }
  }
  // Rows of hexes lie half a cell apart: the numbers stand under the lowest row, as in each of the others.
  if (lattice === 'hex') {
    for (const cell of rows.at(-1) ?? []) {
      const point = at.get(cell.name)!;
      labels.push({ text: cell.name.replace(/^[a-z]+/, ''), x: point.x, y: point.y + reachOf(shape).y + 26, anchor: 'middle' });
    }
  }
  if (lattice === 'hex_columns') {
    for (const x of new Set(position.cells.map((cell) => cell.x))) {
      const column = position.cells.filter((cell) => cell.x === x);
      const numbers = new Set(column.map((cell) => cell.number));
      // On a custom board the cells of a column may have different numbers.
      if (numbers.size > 1) continue;
      const top = at.get(column[0]!.name)!;
      labels.push({ text: String(column[0]!.number), x: top.x, y: top.y - reachOf(shape).y - 16, anchor: 'middle' });
    }
  }
  return labels;
}

/** The cells from a cell on, one line for each way of the lattice, to the edge of the outline. */
export function rays(position: Position, from: Cell): Cell[][] {
  const index = spots(position);
  return WAYS[position.lattice].map(([down, right]) => {
    const line: Cell[] = [];
    for (let row = from.row + down, x = from.x + right; ; row += down, x += right) {
      const cell = index.get(row * 1024 + x);
      if (!cell) return line;
      line.push(cell);
    }
  });
}

const known = new WeakMap<Position, Map<number, Cell>>();
function spots(position: Position): Map<number, Cell> {
  let index = known.get(position);
  if (!index) known.set(position, (index = new Map(position.cells.map((cell) => [cell.row * 1024 + cell.x, cell]))));
  return index;
}

export function neighbours(position: Position, of: Cell): Cell[] {
  const index = spots(position);
  return WAYS[position.lattice].flatMap(([down, right]) => index.get((of.row + down) * 1024 + of.x + right) ?? []);
}

/** How many steps two cells of one line are apart; 0 if no line joins them. */
export function stepsBetween(position: Position, from: Cell, to: Cell): number {
  for (const line of rays(position, from)) {
    const at = line.indexOf(to);
    if (at >= 0) return at + 1;
  }
  return 0;
}

/**
 * The cell one step up, down, left or right of another, for the arrow keys: straight where that is possible, else the
 * nearest of the next row.
 */
export function besideKey(position: Position, of: Cell, key: 'up' | 'down' | 'left' | 'right'): Cell | null {
  const { rows, lattice } = position;
  if (lattice === 'hex_columns' && (key === 'up' || key === 'down')) {
    return spots(position).get((of.row + (key === 'up' ? -2 : 2)) * 1024 + of.x) ?? null;
  }
  if (lattice === 'hex_columns') {
    const aside = key === 'left' ? -1 : 1;
    const index = spots(position);
    const down = of.row % 2 ? -1 : 1;
    return index.get((of.row + down) * 1024 + of.x + aside) ?? index.get((of.row - down) * 1024 + of.x + aside) ?? null;
  }
  if (key === 'left' || key === 'right') return rows[of.row]?.[of.number + (key === 'left' ? -1 : 1)] ?? null;
  for (let row = of.row + (key === 'up' ? -1 : 1); rows[row]; row += key === 'up' ? -1 : 1) {
    const near = [...rows[row]!].sort((a, b) => Math.abs(a.x - of.x) - Math.abs(b.x - of.x))[0];
    if (near) return near;
  }
  return null;
}
