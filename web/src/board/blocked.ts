/// Why a cell cannot be chosen: the sentence, and the cell that is in the way.
import { rays } from '../game/geometry';
import type { Next, Picked } from '../game/moves';
import type { Cell, Position } from '../game/position';
import type { Rules, View } from '../game/types';
import { t, type Key } from '../texts';
import { seatName, type Words } from './describe';

export interface BlockedCell { text: string; cell: string }

const ITSELF: Record<Words['gone'], Key> = { water: 'board.no.water', arrow: 'board.no.arrow', crossed: 'board.no.crossed' };
const BEHIND: Record<Words['gone'], Key> = {
  water: 'board.no.behindWater', arrow: 'board.no.behindArrow', crossed: 'board.no.behindCrossed',
};

interface Board { view: Pick<View, 'occupants' | 'localSeats'> & { rules: Rules }; position: Position; words: Words }

export function whyBlocked({ view, position, words }: Board, next: Next, picked: Picked, cell: Cell): BlockedCell {
  const at = cell.name;
  const { piece, aPiece } = words;
  const no = (key: Key, by = at, more: Record<string, string | number> = {}): BlockedCell =>
    ({ text: t(key, { at, by, piece, aPiece, ...more }), cell: by });
  switch (next.kind) {
    case 'none': return no('board.no.turn');
    case 'lay': return no(cell.kind === 'gone' ? ITSELF[words.gone] : 'board.no.laid');
    case 'place':
      if (cell.kind === 'gone') return no(ITSELF[words.gone]);
      if (cell.seat !== null) return no('board.no.taken');
      return cell.fish > 1 ? no('board.no.onlyOnes', at, { worth: words.value(cell.fish) }) : no('board.no.other');
    case 'piece':
      if (cell.seat === null) return no('board.no.empty');
      return next.cells.size && !view.localSeats.includes(cell.seat)
        ? no('board.no.theirs', at, { name: seatName(view, cell.seat) }) : no('board.no.stuckPiece');
    case 'target': return onLine(position, words, picked.from!, null, cell, no);
    case 'shot': return onLine(position, words, picked.to!, picked.from, cell, no);
  }
}

type No = (key: Key, by?: string, more?: Record<string, string | number>) => BlockedCell;

/// Follows the line to the cell and says what blocks it. `left` is empty by then: the piece has moved on.
function onLine(position: Position, words: Words, from: string, left: string | null, cell: Cell, no: No): BlockedCell {
  if (cell.kind === 'gone') return no(ITSELF[words.gone]);
  if (cell.seat !== null && cell.name !== left) return no('board.no.taken');
  const start = position.byName.get(from);
  const line = start && rays(position, start).find((cells) => cells.includes(cell));
  if (!line) return no(straight(start, cell, position) ? 'board.no.behindHole' : 'board.no.line', undefined, { from });
  for (const met of line) {
    if (met === cell) break;
    if (met.kind !== 'open') return no(BEHIND[words.gone], met.name);
    if (met.seat !== null && met.name !== left) return no('board.no.behindPiece', met.name);
  }
  return no('board.no.other');
}

/// Would a straight line join them if no cell were missing?
function straight(from: Cell | undefined, to: Cell, { lattice }: Position): boolean {
  if (!from) return false;
  const [down, right] = [Math.abs(to.row - from.row), Math.abs(to.x - from.x)];
  if (lattice === 'hex_columns') return right === 0 || down === right;
  return down === 0 || down === right || lattice === 'square' && right === 0;
}
