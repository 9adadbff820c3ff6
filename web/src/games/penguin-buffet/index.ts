/// Penguin Buffet: claim cards for poker hands.
import { darkFirst } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const penguinBuffet: GamePage = {
  ...manifestOf('penguin-buffet'),
  board: 'buffet',
  startsFromChance: true,
  cloth: 'navy',
  seatLooks: darkFirst('stone-b', 'stone-w'),
  seatMark: 'piece',
  emblem: { symbol: 'stone-b', seat: 's0', ground: 'cloth' },
  scene: { kind: 'slide', cell: 'card', piece: 'pawn', dx: 62, dy: 84, box: '-20 -10 460 230', ground: 'navy' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/penguin-buffet').then(({ rules }) => rules),
};
