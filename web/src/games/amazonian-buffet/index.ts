// Amazonian Buffet: claim cards where the lines of two pawns cross.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const amazonianBuffet: GamePage = {
  ...manifestOf('amazonian-buffet'),
  startsFromChance: true,
  cloth: 'plum',
  seatLooks: seatLooks('amazonian-buffet', 'pawn'),
  seatMark: 'piece',
  emblem: { symbol: 'pawn', seat: 'sl', ground: 'plum' },
  scene: { kind: 'slide', cell: 'card', piece: 'pawn', dx: 62, dy: 84, box: '20 62 460 230', ground: 'plum' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/amazonian-buffet').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/amazonian-buffet').then(({ guide }) => guide),
};
