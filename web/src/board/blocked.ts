// Why a cell cannot be chosen: the rules' reason as a sentence, and the cell that is in the way.
import type { View } from '../game/types';
import type { CellReason, CellRefusal } from '../rules/api';
import { t, type Key } from '../texts';
import { playerName, type Terms } from './describe';

export interface BlockedCell { text: string; cell: string }

const REASONS: Record<Exclude<CellReason, 'gone' | 'behind_gone'>, Key> = {
  taken: 'board.no.taken', laid: 'board.no.laid', only_ones: 'board.no.onlyOnes', empty: 'board.no.empty', theirs: 'board.no.theirs',
  stuck: 'board.no.stuckPiece', not_in_line: 'board.no.line', behind_piece: 'board.no.behindPiece', behind_gap: 'board.no.behindHole',
  other: 'board.no.choice',
};
const GONE: Record<Terms['gone'], Key> = { water: 'board.no.water', arrow: 'board.no.arrow', crossed: 'board.no.crossed' };
const BEHIND_GONE: Record<Terms['gone'], Key> = {
  water: 'board.no.behindWater', arrow: 'board.no.behindArrow', crossed: 'board.no.behindCrossed',
};

interface Context {
  view: Pick<View, 'game' | 'occupants' | 'localSeats'>;
  terms: Terms;
  /** Where the line to the cell begins. */
  from: string | null;
  /** The fish on the cell. */
  fish: number;
}

export function blockedText(at: string, { reason, by, seat }: CellRefusal, { view, terms, from, fish }: Context): BlockedCell {
  const key = reason === 'gone' ? GONE[terms.gone] : reason === 'behind_gone' ? BEHIND_GONE[terms.gone] : REASONS[reason];
  const { piece, aPiece } = terms;
  const name = seat === null ? '' : playerName(view, seat);
  return { text: t(key, { at, by, piece, aPiece, name, from: from ?? '', worth: terms.value(fish) }), cell: by };
}
