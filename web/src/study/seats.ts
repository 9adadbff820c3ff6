/// What seats are called, and the colours of their lines in graphs.
import type { GameId, Seat } from '../game/types';
import type { Sitter } from '../server/wire';
import { t, type Key } from '../texts';

const OWN: Partial<Record<GameId, Key[]>> = {
  'amazons': ['study.white', 'study.black'],
  'amazon-penguins': ['study.white', 'study.black'],
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

/// The longest name that is shown whole. A record may hold any.
const LONGEST = 32;
export const short = (name: string): string => {
  const marks = [...name];
  return marks.length > LONGEST ? `${marks.slice(0, LONGEST - 1).join('')}…` : name;
};

/// What everybody is called; two of one name by their colours as well.
export function namesOf(game: GameId, who: readonly Seat[], seats: number): string[] {
  const names = Array.from({ length: seats }, (_, seat) => nameOf(game, who[seat], seat));
  return names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : t('study.twin', { name, colour: colourOf(game, seat) }));
}

const LIGHT = '#B8935A';
const DARK = 'var(--ink-2)';

/// The colour of a seat's line in a graph, which must be seen on white and on black.
export function toneOf(game: GameId, seat: number): string {
  if (game === 'amazons' || game === 'amazon-penguins') return seat ? DARK : LIGHT;
  if (game.endsWith('buffet')) return seat ? LIGHT : DARK;
  if (game === 'paper-penguins') return seat ? 'var(--pen-b, var(--seat0))' : 'var(--pen-a, var(--seat1))';
  if (game === 'fish' && seat) return [LIGHT, '#A9713F', DARK][seat - 1]!;
  return seat === 2 ? 'color-mix(in srgb, var(--seat2) 65%, var(--seat2-dark))' : `var(--seat${seat})`;
}

/// Seats with the names of a record, or the colours where it has none.
export const named = (game: GameId, names: readonly string[], seats: number): Seat[] =>
  Array.from({ length: seats }, (_, seat) => ({ kind: 'here', name: names[seat] || colourOf(game, seat) }));

/// Do they have names of their own, rather than colours?
export const isNamed = (game: GameId, names: readonly string[]): boolean =>
  names.some((name, seat) => name !== colourOf(game, seat));

export const sitting = (who: Sitter): Seat => who as Seat;
