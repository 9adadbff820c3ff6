// Is a move the one that a puzzle waits for?
import { readMove } from '../game/moves';
import type { GameId } from '../game/types';
import { isMontauk } from '../games';
import type { Puzzle } from './puzzle';

/**
 * `right`: the move of the line. `wrong`: a first move that is not. `other`: later on, a move that the line does not have;
 * only the first move is known to be the only one.
 */
export type Verdict = 'right' | 'wrong' | 'other';

export function checkMove({ solution }: Pick<Puzzle, 'solution'>, ply: number, move: string): Verdict {
  if (solution[ply] === move) return 'right';
  return ply === 0 ? 'wrong' : 'other';
}

/** The cell where a move begins, to be pointed at; null where it begins nowhere on a board: in Montauk moves are cards. */
export function beginsAt(game: GameId, move: string | undefined): string | null {
  const step = move === undefined || isMontauk(game) ? null : readMove(move);
  if (!step || step.kind === 'pass' || step.kind === 'swap') return null;
  return step.kind === 'slide' ? step.from : step.at;
}
