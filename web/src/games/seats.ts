// What a seat is called and how it is drawn.
import { t } from '../texts';
import { gamePage } from './index';
import type { GameId, SeatLook } from './types';

/** The name of a seat without a player name: its colour, or its number where the game has no name for it. */
export const colourName = (game: GameId, seat: number): string => gamePage(game).seats[seat]?.name ?? t('common.seat', { n: seat + 1 });

export function seatLook(game: GameId, seat: number): SeatLook {
  const looks = gamePage(game).seatLooks;
  return looks[seat] ?? looks.at(-1)!;
}
