// Moves of the slide games: read from their texts, and chosen step by step: a piece, where it goes, what it shoots.
import type { MoveCell } from '../rules/api';

export type Step =
  | { kind: 'place'; at: string }
  | { kind: 'lay'; fish: number; at: string }
  | { kind: 'slide'; from: string; to: string; shot: string | null }
  | { kind: 'retire'; at: string }
  | { kind: 'pass' }
  | { kind: 'swap' };

/** Parses a step; null if the text is not a move of a slide game. */
export function readMove(text: string): Step | null {
  if (text === 'pass' || text === 'swap') return { kind: text };
  const lay = /^([1-7])@(.+)$/.exec(text);
  if (lay) return { kind: 'lay', fish: Number(lay[1]), at: lay[2]! };
  const places = text.startsWith('[') ? text.match(/\[\d+,\d+\]/g) : text.split(/[-/]/);
  const [from, to, shot] = places ?? [];
  if (!from) return null;
  if (text.endsWith('-x')) return { kind: 'retire', at: from };
  return to ? { kind: 'slide', from, to, shot: shot ?? null } : { kind: 'place', at: from };
}

/** The cell of a slide that the rules mean: the one left, reached or shot at. */
export function cellOf(which: MoveCell | null, { from, to, shot }: { from: string; to: string; shot: string | null }): string | null {
  switch (which) {
    case 'left': return from;
    case 'reached': return to;
    case 'shot': return shot;
    case null: return null;
  }
}

/** A move as the page writes it: Fish's `[[0,1],[2,1]]` too has its cells side by side, `[0,1]-[2,1]`. */
export const formatMove = (move: string): string => move.replace(/^\[(\[\d+,\d+\]),(\[\d+,\d+\])\]/, '$1-$2');

/** A move typed with or without brackets, as the rules read it; anything else unchanged. */
export function parseTypedMove(text: string): string {
  const cells = /^\[?(\d+),(\d+)\]?(?:-\[?(\d+),(\d+)\]?(?:\/\[?(\d+),(\d+)\]?)?)?$/.exec(text.replace(/\s/g, ''));
  if (!cells) return text;
  const [, row, col, toRow, toCol, atRow, atCol] = cells;
  if (toRow === undefined) return `[${row},${col}]`;
  return `[[${row},${col}],[${toRow},${toCol}]]${atRow === undefined ? '' : `/[${atRow},${atCol}]`}`;
}

/** What a slide leads to: the end of the move, shots that may or must follow, or both. */
export interface Landing { text: string | null; shots: Map<string, string> }

export interface Choices {
  places: Map<string, string>;
  lays: Map<number, Map<string, string>>;
  slides: Map<string, Map<string, Landing>>;
  retires: Map<string, string>;
  pass: string | null;
  /** Swapping sides, as an answer to the first move. */
  swap: string | null;
}

/** Sorts the legal moves by what is chosen first. */
export function choicesOf(legal: readonly string[]): Choices {
  const choices: Choices = { places: new Map(), lays: new Map(), slides: new Map(), retires: new Map(), pass: null, swap: null };
  for (const text of legal) {
    const step = readMove(text);
    if (!step) continue;
    if (step.kind === 'place') choices.places.set(step.at, text);
    else if (step.kind === 'lay') within(choices.lays, step.fish, () => new Map()).set(step.at, text);
    else if (step.kind === 'retire') choices.retires.set(step.at, text);
    else if (step.kind === 'pass' || step.kind === 'swap') choices[step.kind] = text;
    else {
      const targets = within(choices.slides, step.from, () => new Map<string, Landing>());
      const landing = within(targets, step.to, () => ({ text: null, shots: new Map() }));
      if (step.shot) landing.shots.set(step.shot, text);
      else landing.text = text;
    }
  }
  return choices;
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** What has been chosen so far of a move. */
export interface Picked { fish: number | null; from: string | null; to: string | null }
export const NOTHING: Picked = { fish: null, from: null, to: null };

/** What the next choice is: which cells, and of what kind. */
export interface Next {
  kind: 'place' | 'lay' | 'piece' | 'target' | 'shot' | 'none';
  cells: ReadonlySet<string>;
  /** The move that ends here without choosing a cell, where there is one: retire the piece, or claim nothing. */
  text: string | null;
}

/** The kind of tile that is laid: chosen, or the only one there is. */
export function laying(choices: Choices, picked: Picked): number | null {
  if (picked.fish !== null && choices.lays.has(picked.fish)) return picked.fish;
  return choices.lays.keys().next().value ?? null;
}

export function nextOf(choices: Choices, picked: Picked): Next {
  const targets = picked.from === null ? undefined : choices.slides.get(picked.from);
  const landing = picked.to === null ? undefined : targets?.get(picked.to);
  if (landing) return { kind: 'shot', cells: new Set(landing.shots.keys()), text: landing.text };
  if (picked.from !== null) {
    return { kind: 'target', cells: new Set(targets?.keys()), text: choices.retires.get(picked.from) ?? null };
  }
  if (choices.lays.size) {
    return { kind: 'lay', cells: new Set(choices.lays.get(laying(choices, picked)!)!.keys()), text: null };
  }
  if (choices.places.size) return { kind: 'place', cells: new Set(choices.places.keys()), text: null };
  const pieces = new Set([...choices.slides.keys(), ...choices.retires.keys()]);
  return { kind: pieces.size ? 'piece' : 'none', cells: pieces, text: null };
}

/** Presses a cell: what is picked then, and the move if that completes one; null if the cell cannot be chosen. */
export function press(choices: Choices, picked: Picked, cell: string): { picked: Picked; move: string | null } | null {
  const next = nextOf(choices, picked);
  // Another piece of the same player, or the same one, is picked up or put down at any time.
  if (next.kind === 'target' || next.kind === 'shot') {
    if (!next.cells.has(cell) && cell === picked.from) return { picked: NOTHING, move: null };
    if (!next.cells.has(cell) && (choices.slides.has(cell) || choices.retires.has(cell))) {
      return { picked: { ...NOTHING, from: cell }, move: null };
    }
  }
  if (!next.cells.has(cell)) return null;
  switch (next.kind) {
    case 'place': return { picked: NOTHING, move: choices.places.get(cell)! };
    case 'lay': return { picked, move: choices.lays.get(laying(choices, picked)!)!.get(cell)! };
    case 'piece': return { picked: { ...NOTHING, from: cell }, move: null };
    case 'target': {
      const landing = choices.slides.get(picked.from!)!.get(cell)!;
      if (landing.shots.size) return { picked: { ...picked, to: cell }, move: null };
      return { picked: NOTHING, move: landing.text };
    }
    case 'shot': return { picked: NOTHING, move: choices.slides.get(picked.from!)!.get(picked.to!)!.shots.get(cell)! };
    case 'none': return null;
  }
}

/** One step back: the target first, then the piece. */
export function stepBack(picked: Picked): Picked {
  if (picked.to !== null) return { ...picked, to: null };
  return { ...picked, from: null };
}
