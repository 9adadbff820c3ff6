// Who is who at a card table.
import { seatName } from '../game/players';
import type { View } from '../game/types';
import { aboutSeat } from '../play/text';

/** The name on a player's row. */
export function nameAt(view: Pick<View, 'game' | 'occupants'>, seat: number): string {
  return seatName(view, seat);
}

/** Is this the only person who plays on this device? */
export function isYou(view: Pick<View, 'localSeats'>, seat: number): boolean {
  return view.localSeats.length === 1 && view.localSeats[0] === seat;
}

/** The text next to the name. */
export function besideName(view: Pick<View, 'occupants' | 'localSeats'>, seat: number): string {
  return aboutSeat(view, seat, view.localSeats.length === 1);
}

/** Who sits below. */
export function below(view: Pick<View, 'viewer' | 'localSeats'>): 0 | 1 {
  return (view.viewer ?? view.localSeats[0] ?? 0) === 1 ? 1 : 0;
}
