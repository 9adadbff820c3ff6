// The props and callbacks of a board. `GameBoard.svelte` picks the board of the game; each fills its container with
// the whole stage: background, pieces, overlays, the status pill.
import type { View } from './types';

/** A line of an engine or a hint, drawn on the board: rank 1 is the best. */
export interface Arrow {
  move: string;
  rank: number;
  exact?: boolean;
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
}
