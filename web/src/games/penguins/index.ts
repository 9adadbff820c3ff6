// Penguins: slide, and take the tile you leave.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const penguins: GamePage = {
  ...manifestOf('penguins'),
  startsFromChance: true,
  seatLooks: seatLooks('penguins', (seat) => `penguin-${seat}`),
  seatMark: 'piece',
  emblem: { symbol: 'penguin-0', seat: 's0', ground: 'sea' },
  scene: { kind: 'slide', cell: 'hex', piece: 'penguin', dx: 45, dy: 78, box: '10 -12 520 260', ground: 'sea' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/penguins').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/penguins').then(({ guide }) => guide),
};
