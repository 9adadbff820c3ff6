/// Fish: Penguins on columns of hexes, with the penguins of the Fish protocol.
import { DARK_TONE, LIGHT_TONE, SEAT_TONES } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const fish: GamePage = {
  ...manifestOf('fish'),
  board: 'slide',
  startsFromChance: true,
  hasEqualTiles: true,
  seatLooks: [SEAT_TONES[0], LIGHT_TONE, '#A9713F', DARK_TONE].map((tone, seat) => ({ colours: `f${seat}`, drawing: 'penguin-plain', tone })),
  seatMark: 'piece',
  hasBellyEmblem: true,
  emblem: { symbol: 'penguin-plain', seat: 'sd', ground: 'pale' },
  scene: { kind: 'slide', cell: 'columns', piece: 'plain', dx: 71, dy: 42, box: '-36 -22 560 280', ground: 'sea' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/fish').then(({ rules }) => rules),
};
