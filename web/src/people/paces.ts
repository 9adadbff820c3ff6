// The four paces of quick pairing, and which tables of the lobby belong to them.
import type { GameId } from '../game/types';
import type { LobbyRow } from '../server/wire';

export const PACES = [
  { id: 'quick', clock: '300+5', daily: false },
  { id: 'steady', clock: '600+10', daily: false },
  { id: 'long', clock: '1500+15', daily: false },
  { id: 'daily', clock: '3d', daily: true },
] as const;

export type Pace = (typeof PACES)[number];

/** Would quick pairing seat somebody there? */
export function isQuick(row: LobbyRow): boolean {
  return !row.house_rules && !row.rated && row.seats.length === 2 && PACES.some(({ clock }) => clock === row.clock);
}

/** The tables of others that wait in a cell. */
export function waitingIn(rows: readonly LobbyRow[], game: GameId, pace: Pace, own: string | undefined): LobbyRow[] {
  return rows.filter((row) => row.game === game && row.clock === pace.clock && isQuick(row) && !isMine(row, own));
}

export const isMine = (row: LobbyRow, own: string | undefined): boolean => row.seats.some((seat) => seat.kind === 'person' && seat.user === own);
