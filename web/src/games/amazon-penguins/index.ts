// Amazon Penguins: light and dark penguins that throw spears.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const amazonPenguins: GamePage = {
  ...manifestOf('amazon-penguins'),
  startsFromChance: true,
  seatLooks: seatLooks('amazon-penguins', 'penguin-spear'),
  seatMark: 'piece',
  emblem: { symbol: 'penguin-spear', seat: 'sl', ground: 'sea' },
  scene: { kind: 'slide', cell: 'slab', piece: 'spear', dx: 72, dy: 72, box: '-32 -22 560 280', ground: 'sea' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/amazon-penguins').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/amazon-penguins').then(({ guide }) => guide),
};
