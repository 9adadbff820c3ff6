/// Amazonian Buffet: claim cards where the lines of two pawns cross.
import { darkFirst } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const amazonianBuffet: GamePage = {
  ...manifestOf('amazonian-buffet'),
  board: 'buffet',
  startsFromChance: true,
  cloth: 'plum',
  seatLooks: darkFirst('pawn', 'pawn'),
  seatMark: 'piece',
  emblem: { symbol: 'pawn', seat: 'sl', ground: 'plum' },
  scene: { kind: 'slide', cell: 'card', piece: 'pawn', dx: 62, dy: 84, box: '20 62 460 230', ground: 'plum' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/amazonian-buffet').then(({ rules }) => rules),
};
