// The buffets' positions and moves: a grid of cards with pawns and stones.
import type { View } from '../game/types';
import type { BuffetInsight, BuffetState, MoveCell } from '../rules/api';
import { readCards, type CardText } from './card';

export type Side = 0 | 1;

export interface Spot {
  /** Such as `c4`; rows count from the bottom. */
  name: string;
  col: number;
  /** From the bottom, 0 first. */
  row: number;
  card: CardText;
  stone: Side | null;
  pawn: Side | null;
}

export interface Buffet {
  cols: number;
  rows: number;
  spots: Map<string, Spot>;
  dealt: [CardText[], CardText[]];
  /** Turns in a row without a claim. */
  idle: number;
}

export function cellName(col: number, row: number): string {
  return `${String.fromCharCode(97 + col)}${row + 1}`;
}

export function placeOf(name: string): { col: number; row: number } {
  return { col: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

function sideOf(mark: string | undefined): Side | null {
  return mark === undefined ? null : mark.toLowerCase() === 'b' ? 0 : 1;
}

/** The position, from `state` of the rules. */
export function readBuffet(state: BuffetState): Buffet {
  const { board } = state;
  const spots = new Map<string, Spot>();
  let cols = 0;
  board.forEach((line, fromTop) => {
    const row = board.length - 1 - fromTop;
    cols = Math.max(cols, line.length);
    line.forEach((mark, col) => {
      const read = /^([2-9TJQKA][SHDC])([bw])?([BW])?$/.exec(mark);
      if (!read) return;
      const name = cellName(col, row);
      spots.set(name, { name, col, row, card: read[1]!, stone: sideOf(read[2]), pawn: sideOf(read[3]) });
    });
  });
  const [black = '', white = ''] = state.hands;
  return {
    cols, rows: board.length, spots,
    dealt: [readCards(black), readCards(white)],
    idle: state.idle ?? 0,
  };
}

/** What the rules say about the position. */
export function buffetInsight({ insight }: Pick<View, 'insight'>): BuffetInsight {
  if (insight.family !== 'buffet') throw new Error(`a position of ${insight.family} is not one of a buffet`);
  return insight;
}

/** A move of the board: placing has no `from`. */
export interface Step {
  text: string;
  from: string | null;
  to: string;
  /** The card claimed by choice; null when none is. */
  claim: string | null;
}

export function readStep(text: string): Step | null {
  const read = /^([a-k]\d+)(?:-([a-k]\d+)(?:\/([a-k]\d+))?)?$/.exec(text);
  if (!read) return null;
  const [, first, to, claim] = read;
  return to ? { text, from: first!, to, claim: claim ?? null } : { text, from: null, to: first!, claim: null };
}

/** The legal moves, sorted by what is clicked first, second, third. */
export class Choices {
  readonly steps: Step[];
  readonly pass: boolean;

  constructor(legal: readonly string[]) {
    this.steps = legal.map(readStep).filter((step) => step !== null);
    this.pass = legal.includes('pass');
  }

  get placing(): boolean {
    return this.steps.some((step) => step.from === null);
  }

  /** Where a click begins: pawns that can move, or cards to place on. */
  get sources(): Set<string> {
    return new Set(this.steps.map((step) => step.from ?? step.to));
  }

  targets(from: string): Set<string> {
    return new Set(this.steps.filter((step) => step.from === from).map((step) => step.to));
  }

  /** What can be claimed after a move, by cell; `null` stands for claiming nothing. */
  claims(from: string, to: string): Map<string | null, Step> {
    return new Map(this.steps.filter((step) => step.from === from && step.to === to).map((step) => [step.claim, step]));
  }
}

/** The cells a slide passes, without its ends. */
export function between(from: string, to: string): string[] {
  const a = placeOf(from);
  const b = placeOf(to);
  const [dx, dy] = [Math.sign(b.col - a.col), Math.sign(b.row - a.row)];
  const far = Math.max(Math.abs(b.col - a.col), Math.abs(b.row - a.row));
  return Array.from({ length: Math.max(0, far - 1) }, (_, i) => cellName(a.col + dx * (i + 1), a.row + dy * (i + 1)));
}

/** The lines that meet at a claimed card: from each pawn of the side to it, once the pawn has moved. */
export function crossing(buffet: Buffet, side: Side, from: string, to: string, claim: string): [string, string][] {
  const pawns = [...buffet.spots.values()].filter((spot) => spot.pawn === side && spot.name !== from);
  return [to, ...pawns.map((spot) => spot.name)].map((pawn) => [pawn, claim]);
}

/** The last move on the board, if the last thing that happened was one. */
export function lastStep(view: Pick<View, 'events'>): { by: number; step: Step } | null {
  for (let i = view.events.length - 1; i >= 0; i--) {
    const event = view.events[i]!;
    if (!('move' in event) || event.move === null || typeof event.move !== 'string') continue;
    const step = readStep(event.move);
    if (step) return { by: event.by as number, step };
    if (event.move !== 'pass') return null;
  }
  return null;
}

/** The card a move claims automatically: the one it leaves, where the rules say so. */
export function claimedBy(step: Step, claims: MoveCell | null): string | null {
  return step.claim ?? (claims === 'left' ? step.from : null);
}

/** Is the board turned, so that the viewer's seat is at the bottom? Only where pawns begin at edges. */
export function turned(view: Pick<View, 'viewer' | 'rules'>): boolean {
  return view.viewer === 1 && view.rules.placement === 'corners';
}
