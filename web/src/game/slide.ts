// What the rules say about a position of a slide game.
import type { SlideInsight } from '../rules/api';
import type { View } from './types';

export function slideInsight({ insight }: Pick<View, 'insight'>): SlideInsight {
  if (insight.family !== 'slide') throw new Error(`a position of ${insight.family} is not one of a slide game`);
  return insight;
}
