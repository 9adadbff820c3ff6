/// How strong a hand of up to five cards is, and what it is called: the showdown's ranking as docs/rules/showdown.md has it.
import { t, type Key } from '../texts';
import { cardAt, indexOf, rankName, ranksName, suitName, suitOf, type CardText } from './card';
import type { Rules } from '../game/types';

/// The kinds of hand, weakest first.
export const KINDS = [
  'highCard', 'onePair', 'twoPair', 'threeOfAKind', 'straight', 'flush', 'fullHouse', 'fourOfAKind', 'straightFlush',
  'royalFlush',
] as const;
export type Kind = (typeof KINDS)[number];

/// The switches that the ranking follows.
export interface Ranking {
  literal: boolean;
  wheel: boolean;
  short: boolean;
}

export function rankingOf(rules: Rules): Ranking {
  return { literal: rules.tie_break === 'literal', wheel: rules.wheel !== false, short: rules.short_straights === true };
}

/// A strength: the greater wins, 0 is the empty hand. From the top: kind, five ranks of four bits, five suits of two.
const RANKS_AT = 1024;
const KIND_AT = RANKS_AT * 2 ** 20;

/// The strength of cards given as indices from high to low, five at most. No allocation: a search calls it often.
export function strengthOf(cards: readonly number[], size: number, ranking: Ranking): number {
  if (!size) return 0;
  // How often the rank of each card comes, as one number per place.
  let pairs = 0;
  let most = 1;
  let ranksSeen = 0;
  let flush = true;
  for (let i = 0; i < size; ) {
    const rank = cards[i]! >> 2;
    let end = i + 1;
    while (end < size && cards[end]! >> 2 === rank) end++;
    const times = end - i;
    if (times > 1) pairs++;
    if (times > most) most = times;
    ranksSeen++;
    i = end;
  }
  for (let i = 1; i < size; i++) if ((cards[i]! & 3) !== (cards[0]! & 3)) flush = false;
  const high = cards[0]! >> 2;
  const low = cards[size - 1]! >> 2;
  let kind = 0;
  let wheel = false;
  if (ranksSeen === size) {
    if (size === 5 || (ranking.short && size >= 3)) {
      // After the ace: 3 2, 4 3 2 or 5 4 3 2.
      wheel = ranking.wheel && high === 12 && low === 0 && cards[1]! >> 2 === size - 2;
      const straight = wheel || high - low === size - 1;
      if (straight && flush) kind = size === 5 && high === 12 && low === 8 ? 9 : 8;
      else if (flush) kind = 5;
      else if (straight) kind = 4;
    }
  } else if (most === 4) kind = 7;
  else if (most === 3) kind = pairs > 1 ? 6 : 3;
  else kind = pairs > 1 ? 2 : 1;

  let ranks = 0;
  let suits = 0;
  const put = (card: number) => {
    ranks = ranks * 16 + (card >> 2) + 2;
    suits = suits * 4 + (card & 3);
  };
  if (wheel && !ranking.literal) {
    for (let i = 1; i < size; i++) put(cards[i]!);
    put(cards[0]!);
    ranks -= 13;
  } else if (ranking.literal || !pairs) {
    for (let i = 0; i < size; i++) put(cards[i]!);
  } else {
    for (let times = 4; times; times--) {
      for (let i = 0; i < size; ) {
        let end = i + 1;
        while (end < size && cards[end]! >> 2 === cards[i]! >> 2) end++;
        // Four and three stand before pairs, pairs before the others.
        if (end - i === times) for (let k = i; k < end; k++) put(cards[k]!);
        i = end;
      }
    }
  }
  const missing = 5 - size;
  return kind * KIND_AT + ranks * 16 ** missing * RANKS_AT + suits * 4 ** missing;
}

/// The strength of a hand in any order.
export function strength(hand: readonly CardText[], ranking: Ranking): number {
  const cards = hand.map(indexOf).sort((a, b) => b - a);
  return strengthOf(cards, cards.length, ranking);
}

export function kindOf(strength: number): Kind {
  return KINDS[Math.floor(strength / KIND_AT)] ?? 'highCard';
}

/// The cards in the order in which they are compared: the four, the three, the pairs, the others.
export function inOrder(hand: readonly CardText[], ranking: Ranking): CardText[] {
  const value = strength(hand, ranking);
  const ranks = Math.floor(value / RANKS_AT) % 2 ** 20;
  const cards: CardText[] = [];
  for (let place = 4; place >= 0; place--) {
    const rank = Math.floor(ranks / 16 ** place) % 16;
    const suit = Math.floor((value % RANKS_AT) / 4 ** place) % 4;
    if (rank) cards.push(cardAt(((rank === 1 ? 14 : rank) - 2) * 4 + suit));
  }
  return cards;
}

/// The name of a hand in two parts: "Full house", "kings over fours".
export function named(hand: readonly CardText[], ranking: Ranking): { kind: string; more: string } {
  if (!hand.length) return { kind: t('cards.emptyHand'), more: '' };
  const kind = kindOf(strength(hand, ranking));
  const order = inOrder(hand, { ...ranking, literal: false });
  const rank = (place: number) => indexOf(order[place] ?? order[0]!) / 4 + 2 | 0;
  const words = {
    a: rankName(rank(0)),
    as: ranksName(rank(0)),
    bs: ranksName(rank(kind === 'twoPair' ? 2 : 3)),
    suit: suitName(suitOf(order[0]!)),
  };
  return { kind: t(`cards.${kind}` as Key), more: t(`cards.${kind}.more` as Key, words) };
}
