/// What seats are called and how they are drawn in lists and graphs.
import type { GameId, Seat } from '../game/types';
import type { Sitter } from '../server/wire';
import { t, type Key } from '../texts';

const OWN: Partial<Record<GameId, Key[]>> = {
  'amazons': ['study.white', 'study.black'],
  'amazon-penguins': ['study.coral', 'study.indigo'],
  'fish': ['study.red', 'study.white', 'study.brown', 'study.black'],
  'paper-penguins': ['study.bluePen', 'study.redPen'],
  'penguin-buffet': ['study.black', 'study.white'],
  'amazonian-buffet': ['study.black', 'study.white'],
  'montauk': ['study.red', 'study.blue'],
};
const COLOURS: Key[] = ['study.coral', 'study.indigo', 'study.amber', 'study.mint'];

/// What a seat is called where nobody has a name.
export const colourOf = (game: GameId, seat: number): string => t((OWN[game] ?? COLOURS)[seat] ?? 'study.coral');

export function nameOf(game: GameId, who: Seat | undefined, seat: number): string {
  if (!who || who.kind === 'open') return colourOf(game, seat);
  if (who.kind === 'engine') return t('study.engine', { level: who.level });
  return who.name || colourOf(game, seat);
}

/// Seats with the names of a record, or the colours where it has none.
export const named = (game: GameId, names: readonly string[], seats: number): Seat[] =>
  Array.from({ length: seats }, (_, seat) => ({ kind: 'here', name: names[seat] || colourOf(game, seat) }));

/// Do they have names of their own, rather than colours?
export const isNamed = (game: GameId, names: readonly string[]): boolean =>
  names.some((name, seat) => name !== colourOf(game, seat));

export const sitting = (who: Sitter): Seat => who as Seat;
