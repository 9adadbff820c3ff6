// What seats are called in studies.
import type { GameId, SeatInfo } from '../game/types';
import { colourName } from '../games/seats';
import { t } from '../texts';

/** A name, a level, or the colour of a seat without either. */
export function studyName(game: GameId, occupant: SeatInfo | undefined, seat: number): string {
  if (!occupant || occupant.kind === 'open') return colourName(game, seat);
  if (occupant.kind === 'engine') return t('study.engine', { level: occupant.level });
  return occupant.name || colourName(game, seat);
}

/** The longest name that is shown whole. A record may hold any. */
const MAX_NAME_LENGTH = 32;
export const short = (name: string): string => {
  const marks = [...name];
  return marks.length > MAX_NAME_LENGTH ? `${marks.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name;
};

/** The names of all seats; equal names are followed by their colours. */
export function namesOf(game: GameId, occupants: readonly SeatInfo[], seats: number): string[] {
  const names = Array.from({ length: seats }, (_, seat) => studyName(game, occupants[seat], seat));
  return names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : t('study.twin', { name, colour: colourName(game, seat) }));
}

/** Seats with the names of a record, or the colours where it has none. */
export const named = (game: GameId, names: readonly string[], seats: number): SeatInfo[] =>
  Array.from({ length: seats }, (_, seat) => ({ kind: 'local', name: names[seat] || colourName(game, seat) }));

/** Do the seats have names, rather than colours? */
export const isNamed = (game: GameId, names: readonly string[]): boolean =>
  names.some((name, seat) => name !== colourName(game, seat));
