// Paper Pen-guins: two pens on a ruled sheet.
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';
import { pens } from './pens';

export const paperPenguins: GamePage = {
  ...manifestOf('paper-penguins'),
  startsFromChance: true,
  seatLooks: pens,
  seatMark: 'pen',
  emblem: { symbol: null, seat: '', ground: 'paper' },
  scene: { kind: 'slide', cell: 'paper', piece: 'pen', dx: 54, dy: 54, box: '-27 -14 432 216', ground: 'sheet' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/paper-penguins').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/paper-penguins').then(({ guide }) => guide),
};
