// A board being drawn: marks on a lattice, and the text that rules call a layout. On hexes every other column of a row is
// empty, as in the text, so that a hex sits between two of the row below.
import type { Lattice } from '../game/position';
import type { MaxCells } from '../rules/api';
import { t } from '../texts';

export type Topology = Lattice;

/** A cell whose fish are dealt, one with that many fish, a hole that counts, or nothing. */
export type Mark = '*' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '0' | ' ';

export interface Drawing {
  readonly topology: Topology;
  /** Marks by row from the top and column of the text from the left. */
  readonly marks: readonly (readonly Mark[])[];
  /** Hexes: cells are where column + row + shift is even. */
  readonly shift: 0 | 1;
  /** Where pieces start: the seat by `row,column`. */
  readonly starts: Readonly<Record<string, number>>;
}

/** A place on the lattice. */
export interface GridPoint { row: number; col: number }

export const MAX_CELLS: MaxCells = 128;
export const key = ({ row, col }: GridPoint): string => `${row},${col}`;
export const isCell = (mark: Mark): boolean => mark !== ' ' && mark !== '0';
export const width = (drawing: Drawing): number => drawing.marks[0]?.length ?? 0;
export const markAt = (drawing: Drawing, { row, col }: GridPoint): Mark => drawing.marks[row]?.[col] ?? ' ';

/** Can something be drawn there? */
export function isGridPoint({ topology, marks, shift }: Drawing, { row, col }: GridPoint): boolean {
  if (!Number.isInteger(row) || !Number.isInteger(col)) return false;
  if (row < 0 || row >= marks.length || col < 0 || col >= (marks[0]?.length ?? 0)) return false;
  return topology === 'square' || (row + col + shift) % 2 === 0;
}

export function gridPoints(drawing: Drawing): GridPoint[][] {
  return drawing.marks.map((marks, row) => marks.map((_, col) => ({ row, col })).filter((point) => isGridPoint(drawing, point)));
}

/** A board of `rows` and `cols`, as the rules make it without a layout, filled with one mark. */
export function board(topology: Topology, rows: number, cols: number, mark: Mark): Drawing {
  const wide = topology === 'square' ? cols : topology === 'hex' ? 2 * cols - 1 : 2 * cols;
  const shift = topology === 'hex' && rows % 2 === 0 ? 1 : 0;
  const empty: Drawing = { topology, marks: Array.from({ length: rows }, () => Array<Mark>(wide).fill(' ')), shift, starts: {} };
  return { ...empty, marks: empty.marks.map((marks, row) => marks.map((_, col) => (isGridPoint(empty, { row, col }) ? mark : ' '))) };
}

/** How many columns a person would count. */
export const columns = (drawing: Drawing): number => (drawing.topology === 'square' ? width(drawing) : Math.ceil(width(drawing) / 2));

const isMark = (char: string): char is Mark => /^[*0-7 ]$/.test(char);

/** Parses a layout. An unknown mark is refused with a sentence. */
export function parseLayout(topology: Topology, text: string): Drawing {
  const lines = text.replace(/\r/g, '').split(/[\n/]/);
  while (lines.length && !lines[0]!.trim()) lines.shift();
  while (lines.length && !lines.at(-1)!.trim()) lines.pop();
  if (!lines.length) throw new Error(t('home.editor.noCells'));
  lines.forEach((line, row) => {
    const invalid = [...line].find((char) => !isMark(char));
    if (invalid) throw new Error(t('home.editor.noMark', { row: row + 1, mark: invalid }));
  });
  const at = lines.flatMap((line, row) => [...line].flatMap((char, col) => (char === ' ' ? [] : [{ row, col, mark: char as Mark }])));
  const left = Math.min(...at.map(({ col }) => col));
  let step = 1;
  if (topology === 'square') {
    // Squares may be separated by one space.
    const apart = at.length > 1 && at.every(({ col }) => (col - left) % 2 === 0);
    if (apart) step = 2;
  }
  const wide = (Math.max(...at.map(({ col }) => col)) - left) / step + 1;
  const marks = lines.map(() => Array<Mark>(wide).fill(' '));
  for (const { row, col, mark } of at) marks[row]![(col - left) / step] = mark;
  const first = at[0]!;
  const shift = topology === 'square' ? 0 : (((first.row + first.col - left) % 2) as 0 | 1);
  const drawing: Drawing = { topology, marks, shift, starts: {} };
  for (const { row, col } of at) {
    if (topology !== 'square' && !isGridPoint(drawing, { row, col: col - left })) {
      throw new Error(t('home.editor.notStaggered', { row: row + 1 }));
    }
  }
  return drawing;
}

/** The smallest part that holds everything drawn. */
function crop(drawing: Drawing): { top: number; bottom: number; left: number } | null {
  const used = gridPoints(drawing).flat().filter((point) => markAt(drawing, point) !== ' ');
  if (!used.length) return null;
  const rows = used.map(({ row }) => row);
  return { top: Math.min(...rows), bottom: Math.max(...rows), left: Math.min(...used.map(({ col }) => col)) };
}

/** The layout as text, one line per row, trimmed. */
export function layoutText(drawing: Drawing): string {
  const box = crop(drawing);
  if (!box) return '';
  return drawing.marks.slice(box.top, box.bottom + 1).map((marks) => {
    const line = marks.slice(box.left).join('').trimEnd();
    // Spaces between squares might be read as separators; a hole means the same.
    return drawing.topology === 'square' ? line.replaceAll(' ', '0') : line;
  }).join('\n');
}

/** What the rules call a cell: by column and row on squares, by row and number on hexes, `[row,number]` on hexes in columns. */
export function cellName(drawing: Drawing, point: GridPoint): string | null {
  const box = crop(drawing);
  if (!box || markAt(drawing, point) === ' ' || point.row < box.top || point.row > box.bottom) return null;
  const fromBottom = box.bottom - point.row;
  if (drawing.topology === 'square') return String.fromCharCode(97 + point.col - box.left) + (fromBottom + 1);
  const before = drawing.marks[point.row]!.slice(0, point.col).filter((mark) => mark !== ' ').length;
  if (drawing.topology === 'hex') return String.fromCharCode(97 + fromBottom) + (before + 1);
  return `[${point.row - box.top},${before}]`;
}

/** Where pieces start, as the rules write it; null where none is set. */
export function startText(drawing: Drawing): string | null {
  const seats: string[][] = [];
  for (const point of gridPoints(drawing).flat()) {
    const seat = drawing.starts[key(point)];
    const name = cellName(drawing, point);
    if (seat !== undefined && name) (seats[seat] ??= []).push(name);
  }
  return seats.length ? Array.from(seats, (names) => (names ?? []).join(' ')).join(' | ') : null;
}

/** Every cell by its name. */
export function namesOf(drawing: Drawing): [string, GridPoint][] {
  return gridPoints(drawing).flat().flatMap((point) => {
    const name = cellName(drawing, point);
    return name ? [[name, point] as [string, GridPoint]] : [];
  });
}

/** Puts pieces on the cells of a text such as `a1 a2 | h1 h3`. */
export function withStarts(drawing: Drawing, text: string): Drawing {
  const starts: Record<string, number> = {};
  const names = new Map(namesOf(drawing));
  text.split('|').forEach((cells, seat) => {
    for (const name of cells.trim().split(/\s+/)) {
      const point = names.get(name);
      if (point && isCell(markAt(drawing, point))) starts[key(point)] = seat;
    }
  });
  return { ...drawing, starts };
}
