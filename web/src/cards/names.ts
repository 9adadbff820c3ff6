/// Who is who at a card table.
import type { Seat, View } from '../game/types';
import { aboutSeat } from '../play/words';
import { t } from '../texts';

function seatName(who: Seat | undefined, seat: number): string {
  switch (who?.kind) {
    case 'here':
    case 'person':
      return who.name;
    case 'engine':
      return t('cards.engine');
    default:
      return t('cards.seat', { n: seat + 1 });
  }
}

/// The name on a player's row.
export function nameAt(view: Pick<View, 'who'>, seat: number): string {
  const name = seatName(view.who[seat], seat);
  const other = seatName(view.who[1 - seat], 1 - seat);
  return name === other ? t('cards.named', { name, n: seat + 1 }) : name;
}

/// Is this the one person who plays at this screen?
export function isYou(view: Pick<View, 'mine'>, seat: number): boolean {
  return view.mine.length === 1 && view.mine[0] === seat;
}

/// What stands beside the name.
export function besideName(view: Pick<View, 'who' | 'mine'>, seat: number): string {
  return aboutSeat(view, seat, view.mine.length === 1);
}

/// Who sits below.
export function below(view: Pick<View, 'eyes' | 'mine'>): 0 | 1 {
  return (view.eyes ?? view.mine[0] ?? 0) === 1 ? 1 : 0;
}
