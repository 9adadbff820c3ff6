// Drawing with symmetry: a stroke and its images, on squares and on both kinds of hexes.
import { isCell, isGridPoint, key, width, type Drawing, type Mark, type GridPoint } from './layout';

export type Symmetry = 'none' | 'lr' | 'tb' | 'half' | 'turn';

/** What a stroke leaves: a mark, or the start of a seat's piece. */
export type Brush = { mark: Mark } | { start: number };

/** The column that `col` is mirrored to; on hexes the sum is made to fit the lattice of the row it lands in. */
function across(drawing: Drawing, point: GridPoint, row: number): number {
  const sum = width(drawing) - 1;
  const there = { row, col: sum - point.col };
  return drawing.topology === 'square' || (there.row + there.col + drawing.shift) % 2 === 0 ? there.col : there.col - 1;
}

/** Round the middle by a sixth on hexes, by a quarter on squares. */
function turned(drawing: Drawing, { row, col }: GridPoint): GridPoint {
  const rows = drawing.marks.length;
  if (drawing.topology === 'square') {
    // Twice the coordinates, so that boards with an even number of cells turn round a corner.
    const dy = 2 * row - (rows - 1);
    const dx = 2 * col - (width(drawing) - 1);
    return { row: (dx + rows - 1) / 2, col: (-dy + width(drawing) - 1) / 2 };
  }
  const middle = centre(drawing);
  const [y, x] = [row - middle.row, col - middle.col];
  if (drawing.topology === 'hex') {
    const [q, r] = [(x - y) / 2, y];
    const [q2, r2] = [-r, q + r];
    return { row: middle.row + r2, col: middle.col + 2 * q2 + r2 };
  }
  const [q, r] = [x, (y - x) / 2];
  const [q2, r2] = [-r, q + r];
  return { row: middle.row + 2 * r2 + q2, col: middle.col + q2 };
}

/** The hex in the middle, or the one nearest to it. */
function centre(drawing: Drawing): GridPoint {
  const row = Math.floor((drawing.marks.length - 1) / 2);
  const col = Math.floor((width(drawing) - 1) / 2);
  return isGridPoint(drawing, { row, col }) ? { row, col } : { row, col: col + 1 };
}

/** A point and its images that lie on the board, each once. */
export function images(drawing: Drawing, point: GridPoint, symmetry: Symmetry): GridPoint[] {
  const rows = drawing.marks.length;
  const all: GridPoint[] = [point];
  if (symmetry === 'lr') all.push({ row: point.row, col: across(drawing, point, point.row) });
  if (symmetry === 'tb') {
    // Hexes in rows mirror at a row, hexes in columns and squares at the middle.
    const sum = drawing.topology === 'hex' && rows % 2 === 0 ? rows - 2 : rows - 1;
    const row = sum - point.row;
    all.push({ row, col: isGridPoint(drawing, { row, col: point.col }) ? point.col : across(drawing, { row, col: width(drawing) - 1 - point.col }, row) });
  }
  if (symmetry === 'half') all.push({ row: rows - 1 - point.row, col: across(drawing, point, rows - 1 - point.row) });
  if (symmetry === 'turn') {
    const times = drawing.topology === 'square' ? 3 : 5;
    for (let i = 0; i < times; i++) all.push(turned(drawing, all.at(-1)!));
  }
  const seen = new Set<string>();
  return all.filter((one) => isGridPoint(drawing, one) && !seen.has(key(one)) && seen.add(key(one)));
}

/** Draws at the points. Removing a cell removes the start on it; a start creates a cell where there is none. */
export function paint(drawing: Drawing, on: GridPoint[], brush: Brush): Drawing {
  const marks = drawing.marks.map((row) => [...row]);
  const starts = { ...drawing.starts };
  for (const point of on) {
    if (!isGridPoint(drawing, point)) continue;
    const row = marks[point.row]!;
    if ('mark' in brush) {
      row[point.col] = brush.mark;
      if (!isCell(brush.mark)) delete starts[key(point)];
    } else if (starts[key(point)] === brush.start) {
      delete starts[key(point)];
    } else {
      if (!isCell(row[point.col]!)) row[point.col] = '*';
      starts[key(point)] = brush.start;
    }
  }
  return { ...drawing, marks, starts };
}

/** Another size, keeping what fits; the middle stays in the middle of the width. */
export function resize(drawing: Drawing, rows: number, wide: number): Drawing {
  let left = Math.floor((wide - width(drawing)) / 2);
  // On hexes a shift by one column would tear the lattice.
  if (drawing.topology !== 'square' && left % 2) left -= 1;
  const marks = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: wide }, (_, col) => drawing.marks[row]?.[col - left] ?? ' '));
  const starts: Record<string, number> = {};
  for (const [at, seat] of Object.entries(drawing.starts)) {
    const [row, col] = at.split(',').map(Number) as [number, number];
    if (row < rows && col + left >= 0 && col + left < wide) starts[key({ row, col: col + left })] = seat;
  }
  return { ...drawing, marks, starts };
}
