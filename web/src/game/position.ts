// A position of a slide game as cells: where each one stands, what is on it, what it is called.
import type { MoveCell, SlideInsight, SlideState } from '../rules/api';
import type { Rules } from './types';

export type Lattice = 'square' | 'hex' | 'hex_columns';

export interface Cell {
  name: string;
  /** Row from the top and number in the row, both from 0; missing cells count. */
  row: number;
  number: number;
  /** How far right: whole columns on squares, half hexes on hexes. */
  x: number;
  /** `open`: in play. `unlaid`: its tile comes later. `gone`: out of play, or never there. */
  kind: 'open' | 'unlaid' | 'gone';
  fish: number;
  seat: number | null;
}

export interface Position {
  lattice: Lattice;
  rows: Cell[][];
  cells: Cell[];
  byName: Map<string, Cell>;
  /** Without fish, cells are only ground: Amazons. */
  hasFish: boolean;
  /** The cell of a move that goes out of play. */
  removes: MoveCell;
}

/** What the rules say about the cells. */
export type CellFacts = Pick<SlideInsight, 'has_fish' | 'removes' | 'counted_under'>;

/** `a`, `b` … `z`, `aa` …: letters for a number from 0. */
export function letters(n: number): string {
  const last = String.fromCharCode(97 + (n % 26));
  return n < 26 ? last : letters(Math.floor(n / 26) - 1) + last;
}

export function latticeOf(rules: Rules): Lattice {
  const topology = rules['topology'];
  return topology === 'hex' || topology === 'hex_columns' ? topology : 'square';
}

/** How far right each spot of each row stands: from the drawn outline, or as plain boards have it. */
export function columns(rules: Rules, board: readonly (readonly unknown[])[]): number[][] {
  const lattice = latticeOf(rules);
  const drawing = rules['layout'];
  if (typeof drawing === 'string') {
    const drawn = columnsOf(drawing, lattice);
    if (drawn.length === board.length && drawn.every((row, at) => row.length === board[at]!.length)) return drawn;
  }
  return board.map((row, at) => {
    // Hexes in rows: the bottom row is a long one, and every other one above it.
    const inset = lattice === 'hex' ? (board.length - 1 - at) % 2 : lattice === 'hex_columns' ? at % 2 : 0;
    return row.map((_, number) => (lattice === 'square' ? number : 2 * number + inset));
  });
}

/** The columns of a drawing's marks, read as the rules read it. */
function columnsOf(drawing: string, lattice: Lattice): number[][] {
  const lines = drawing.split(/[\n/]/).map((line) => line.trimEnd());
  while (lines.length && !lines.at(-1)) lines.pop();
  while (lines.length && !lines[0]) lines.shift();
  const rows = lines.map((line) => [...line].flatMap((mark, x) => (mark.trim() ? [x] : [])));
  const spaced = lattice === 'square' && rows.flat().every((x) => x % 2 === 0) && rows.some((row) => row.length > 1);
  const left = Math.min(...rows.flat());
  return rows.map((row) => row.map((x) => (spaced ? (x - left) / 2 : x - left)));
}

function cellName(lattice: Lattice, rows: number, row: number, number: number, x: number): string {
  if (lattice === 'square') return `${letters(x)}${rows - row}`;
  if (lattice === 'hex') return `${letters(rows - 1 - row)}${number + 1}`;
  return `[${row},${number}]`;
}

/**
 * Reads `state` of a slide game. A picture of a start has no facts: nothing is out of play there but holes, and cells say whether
 * they are bare.
 */
export function readPosition(rules: Rules, state: Pick<SlideState, 'board'>, facts: CellFacts | null): Position {
  const lattice = latticeOf(rules);
  const { board } = state;
  const xs = columns(rules, board);
  const rows = board.map((row, at) =>
    row.map((text, number): Cell => {
      const x = xs[at]![number]!;
      const name = cellName(lattice, board.length, at, number, x);
      const cell = readCell(text);
      return { name, row: at, number, x, ...cell, fish: facts?.counted_under && cell.seat !== null ? 0 : cell.fish };
    }),
  );
  const cells = rows.flat();
  return {
    lattice, rows, cells,
    byName: new Map(cells.map((cell) => [cell.name, cell])),
    hasFish: facts ? facts.has_fish : !board.flat().some(isBare),
    removes: facts ? facts.removes : 'left',
  };
}

const isBare = (text: string): boolean => text.endsWith('o');

/** `2` two fish, `o` bare ground, `0` nothing any more, `?` to be laid, `B1` a piece of seat 1 on one fish. */
function readCell(text: string): Pick<Cell, 'kind' | 'fish' | 'seat'> {
  const seat = 'ABCD'.indexOf(text[0] ?? '');
  const ground = seat < 0 ? text : text.slice(1);
  const fish = Number(ground) || 0;
  if (seat >= 0) return { kind: 'open', fish, seat };
  if (ground === '?') return { kind: 'unlaid', fish: 0, seat: null };
  return { kind: fish || ground === 'o' ? 'open' : 'gone', fish, seat: null };
}

/** The cells of a position's text, such as the one a game started from; null for a text of another kind. */
export function cellsIn(rules: Rules, text: string): Cell[] | null {
  const [drawn, phase] = text.trim().split(/\s+/);
  if (!drawn || !/^(draw|lay|place|move|over)$/.test(phase ?? '')) return null;
  const board = drawn.split('/').map((row) => row.match(/[A-D]?[0-7o?]/g) ?? []);
  return readPosition(rules, { board }, null).cells;
}
