// What the rules call a hand, in words: "Full house", "kings over fours".
import type { HandInsight } from '../rules/api';
import { t, type Key } from '../texts';
import { rankName, rankOf, ranksName, suitName, type Suit } from './card';

export function handName({ cards, name }: HandInsight): { kind: string; more: string } {
  if (!name) return { kind: cards.length ? '' : t('cards.emptyHand'), more: '' };
  const { kind, first, second, suit } = name;
  const params = {
    a: rankName(rankOf(first)), as: ranksName(rankOf(first)), bs: ranksName(rankOf(second ?? first)), suit: suitName(suit as Suit),
  };
  return { kind: t(`cards.${kind}` as Key), more: t(`cards.${kind}.more` as Key, params) };
}
