/// The rules of each game in the catalogue's words, fetched when they are read.
import type { GameId } from '../game/types';

export type Section = { readonly head: string; readonly lines: readonly string[] };

export const RULES: Record<GameId, () => Promise<readonly Section[]>> = {
  'amazons': () => import('../texts/en/lessons/amazons').then(({ rules }) => rules),
  'penguins': () => import('../texts/en/lessons/penguins').then(({ rules }) => rules),
  'pauper': () => import('../texts/en/lessons/pauper').then(({ rules }) => rules),
  'fish': () => import('../texts/en/lessons/fish').then(({ rules }) => rules),
  'amazon-penguins': () => import('../texts/en/lessons/amazon-penguins').then(({ rules }) => rules),
  'paper-penguins': () => import('../texts/en/lessons/paper-penguins').then(({ rules }) => rules),
  'penguin-buffet': () => import('../texts/en/lessons/penguin-buffet').then(({ rules }) => rules),
  'amazonian-buffet': () => import('../texts/en/lessons/amazonian-buffet').then(({ rules }) => rules),
  'montauk': () => import('../texts/en/lessons/montauk').then(({ rules }) => rules),
};
