/// What seats are called in studies.
import type { GameId, SeatInfo } from '../game/types';
import { seatName } from '../games/seats';
import { t } from '../texts';

export function nameOf(game: GameId, occupant: SeatInfo | undefined, seat: number): string {
  if (!occupant || occupant.kind === 'open') return seatName(game, seat);
  if (occupant.kind === 'engine') return t('study.engine', { level: occupant.level });
  return occupant.name || seatName(game, seat);
}

/// The longest name that is shown whole. A record may hold any.
const MAX_NAME_LENGTH = 32;
export const short = (name: string): string => {
  const marks = [...name];
  return marks.length > MAX_NAME_LENGTH ? `${marks.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name;
};

/// The names of all seats; equal names are followed by their colours.
export function namesOf(game: GameId, occupants: readonly SeatInfo[], seats: number): string[] {
  const names = Array.from({ length: seats }, (_, seat) => nameOf(game, occupants[seat], seat));
  return names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : t('study.twin', { name, colour: seatName(game, seat) }));
}

/// Seats with the names of a record, or the colours where it has none.
export const named = (game: GameId, names: readonly string[], seats: number): SeatInfo[] =>
  Array.from({ length: seats }, (_, seat) => ({ kind: 'here', name: names[seat] || seatName(game, seat) }));

/// Do the seats have names, rather than colours?
export const isNamed = (game: GameId, names: readonly string[]): boolean =>
  names.some((name, seat) => name !== seatName(game, seat));
