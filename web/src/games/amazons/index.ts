// Game of the Amazons: two sides with amazons on a chequered board, won by the last move.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const amazons: GamePage = {
  ...manifestOf('amazons'),
  startsFromChance: false,
  seatLooks: seatLooks('amazons', 'amazon'),
  seatMark: 'piece',
  emblem: { symbol: 'amazon', seat: 'sl', ground: 'squares' },
  scene: { kind: 'slide', cell: 'square', piece: 'amazon', dx: 64, dy: 64, box: '-24 14 496 248', ground: 'plain' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/amazons').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/amazons').then(({ guide }) => guide),
};
