// Montauk: hidden tricks and a race of pyramids.
import { seatLooks } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const montauk: GamePage = {
  ...manifestOf('montauk'),
  startsFromChance: true,
  cloth: 'sand',
  seatLooks: seatLooks('montauk', 'pyr-m'),
  seatMark: 'pyramid',
  emblem: { symbol: 'pyr-l', seat: 'pyr', ground: 'wood' },
  scene: { kind: 'montauk', ground: 'sand' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/montauk').then(({ rules }) => rules),
  guide: () => import('../../texts/en/lessons/montauk').then(({ guide }) => guide),
};
