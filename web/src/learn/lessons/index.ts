/// The lessons, one a game, each fetched when it is opened.
import type { GameId } from '../../game/types';
import type { Lesson } from '../lesson';

export const LESSONS: Record<GameId, () => Promise<Lesson>> = {
  'amazons': () => import('./amazons').then(({ lesson }) => lesson),
  'penguins': () => import('./penguins').then(({ lesson }) => lesson),
  'pauper': () => import('./pauper').then(({ lesson }) => lesson),
  'fish': () => import('./fish').then(({ lesson }) => lesson),
  'amazon-penguins': () => import('./amazon-penguins').then(({ lesson }) => lesson),
  'paper-penguins': () => import('./paper-penguins').then(({ lesson }) => lesson),
  'penguin-buffet': () => import('./penguin-buffet').then(({ lesson }) => lesson),
  'amazonian-buffet': () => import('./amazonian-buffet').then(({ lesson }) => lesson),
  'montauk': () => import('./montauk').then(({ lesson }) => lesson),
};
