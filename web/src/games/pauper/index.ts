// Mr. Pauper’s Penguins: Penguins with poker chips on felt.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const pauper: GamePage = {
  ...manifestOf('pauper'),
  startsFromChance: true,
  seatLooks: seatLooks('pauper', (seat) => `penguin-${seat}`),
  seatMark: 'piece',
  emblem: { symbol: 'chip-3', seat: 's0', ground: 'felt' },
  scene: { kind: 'slide', cell: 'chip', piece: 'penguin', dx: 37, dy: 64, box: '-8 -32 460 230', ground: 'felt' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/pauper').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/pauper').then(({ guide }) => guide),
};
