// Penguin Buffet: claim cards for poker hands.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const penguinBuffet: GamePage = {
  ...manifestOf('penguin-buffet'),
  startsFromChance: true,
  cloth: 'navy',
  seatLooks: seatLooks('penguin-buffet', (seat) => (seat ? 'stone-w' : 'stone-b')),
  seatMark: 'piece',
  emblem: { symbol: 'stone-b', seat: 's0', ground: 'cloth' },
  scene: { kind: 'slide', cell: 'card', piece: 'pawn', dx: 62, dy: 84, box: '-20 -10 460 230', ground: 'navy' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/penguin-buffet').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/penguin-buffet').then(({ guide }) => guide),
};
