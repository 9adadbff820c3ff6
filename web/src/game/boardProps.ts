// The props and callbacks of a board. `GameBoard.svelte` picks the board of the game; each fills its container with
// the whole stage: background, pieces, overlays, the status pill.
import type { Snippet } from 'svelte';
import type { View } from './types';

/** A line of an engine or a hint, drawn on the board: rank 1 is the best. */
export interface Arrow {
  move: string;
  rank: number;
  exact?: boolean;
}

/** What a table on a low screen has on the stage itself, round the board. */
export interface LowStage {
  /** `low`: a laptop, 501 to 700 px high. `flat`: a phone on its side, or a page at twice its size; the stage is the whole screen. */
  size: 'low' | 'flat';
  title: Snippet;
  players: Snippet;
  /** The clock of a seat, for boards that show names and points themselves. */
  clock: Snippet<[number]>;
  actions: Snippet;
}

export interface BoardProps {
  view: View;
  /** What stands at the upper left of the stage, such as "10 min + 5 s · casual". */
  caption?: string;
  /** A sentence for the status pill; without it the board says whose turn it is and what a hovered move does. */
  status?: string;
  /** Called with the chosen move; without it the board is read-only. The text is one of `view.legal`, or a layout. */
  onmove?: (text: string) => void;
  arrows?: Arrow[];
  /** Cells to point at, by name, such as `d4`: lessons use it. */
  marks?: string[];
  /** False: jump to the new position (replay at speed, loading). */
  animate?: boolean;
  /** Show who gets to each cell first. */
  territory?: boolean;
  /** An explanation, for boards that leave no place below them. */
  coach?: Snippet;
  /** On a low screen: the players and the actions, for which there is no place next to the stage. */
  low?: LowStage;
}
