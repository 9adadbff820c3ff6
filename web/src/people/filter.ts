// Which tables of the lobby are shown.
import type { GameId } from '../game/types';
import { parseTimeControl } from '../play/clock';
import type { LobbyRow } from '../server/wire';

export type ClockKind = 'any' | 'fast' | 'slow' | 'days' | 'none';
export type Counts = 'any' | 'rated' | 'casual';

export interface LobbyFilter {
  game: GameId | 'any';
  clock: ClockKind;
  counts: Counts;
}

export const NO_FILTER: LobbyFilter = { game: 'any', clock: 'any', counts: 'any' };

/** The assumed length of a game, to distinguish fast from slow. */
const MOVES = 40;
const TEN_MINUTES = 600_000;
const LONG = 3_600_000;

export function clockKind(clock: string | null): Exclude<ClockKind, 'any'> {
  const read = parseTimeControl(clock);
  if (!read) return 'none';
  if (read.each && read.base_ms >= LONG) return 'days';
  const whole = read.each ? read.base_ms * MOVES : read.base_ms + read.plus_ms * MOVES;
  return whole < TEN_MINUTES ? 'fast' : 'slow';
}

export function matches(row: LobbyRow, filter: LobbyFilter): boolean {
  return (filter.game === 'any' || row.game === filter.game)
    && (filter.clock === 'any' || clockKind(row.clock) === filter.clock)
    && (filter.counts === 'any' || row.rated === (filter.counts === 'rated'));
}
