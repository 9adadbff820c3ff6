// Fish: Penguins on columns of hexes, with the penguins of the Fish protocol.
import { DARK_TONE, LIGHT_TONE, PALETTE, seatLooks, type Palette } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

/** The shades of the protocol's colours. */
const COLOURS: Palette = {
  red: { colours: 'f0', tone: PALETTE['red']!.tone },
  light: { colours: 'f1', tone: LIGHT_TONE },
  brown: { colours: 'f2', tone: '#A9713F' },
  dark: { colours: 'f3', tone: DARK_TONE },
};

export const fish: GamePage = {
  ...manifestOf('fish'),
  startsFromChance: true,
  hasEqualTiles: true,
  seatLooks: seatLooks('fish', 'penguin-plain', COLOURS),
  seatMark: 'piece',
  hasBellyEmblem: true,
  emblem: { symbol: 'penguin-plain', seat: 'sd', ground: 'pale' },
  scene: { kind: 'slide', cell: 'columns', piece: 'plain', dx: 71, dy: 42, box: '-36 -22 560 280', ground: 'sea' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/fish').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/fish').then(({ guide }) => guide),
};
