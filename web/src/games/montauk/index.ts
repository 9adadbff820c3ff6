/// Montauk: hidden tricks and a race of pyramids.
import { SEAT_TONES } from '../looks';
import { manifestOf } from '../manifests';
import type { GamePage } from '../types';

export const montauk: GamePage = {
  ...manifestOf('montauk'),
  board: 'race',
  startsFromChance: true,
  cloth: 'sand',
  seatLooks: [0, 1].map((seat) => ({ colours: `s${seat}`, drawing: 'pyr-m', tone: SEAT_TONES[seat]! })),
  seatMark: 'pyramid',
  emblem: { symbol: 'pyr-l', seat: 'pyr', ground: 'wood' },
  scene: { kind: 'race', ground: 'sand' },
  lesson: () => import('./lesson').then(({ lesson }) => lesson),
  rules: () => import('../../texts/en/lessons/montauk').then(({ rules }) => rules),
};
