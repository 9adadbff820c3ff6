/// Three hands laid out from a pool, as the showdown wants them.
import type { Rules } from '../game/types';
import { t } from '../texts';
import { readCards, sorted, type CardText } from './card';
import { inOrder, named, rankingOf, strength, type Ranking } from './poker';

export type Hands = [CardText[], CardText[], CardText[]];

/// From this many cards on every hand has exactly five.
const FULL_POOL = 15;

export function noHands(): Hands {
  return [[], [], []];
}

/// A layout as the rules write it, with or without spaces; null where it lies face down or is invalid.
export function readLayout(text: string | undefined): Hands | null {
  const groups = text?.split('|').map(readCards);
  return groups?.length === 3 ? (groups as Hands) : null;
}

export function writeLayout(hands: Hands, ranking: Ranking): string {
  return hands.map((hand) => inOrder(hand, ranking).join(' ')).join(' | ').replace('|  |', '| |').trim();
}

/// The cards of a pool in no hand.
export function leftOver(pool: readonly CardText[], hands: Hands): CardText[] {
  const used = new Set(hands.flat());
  return sorted(pool.filter((card) => !used.has(card)));
}

/// Puts a card into a hand (0 to 2), or back among the others (null). A full hand takes no sixth.
export function put(hands: Hands, card: CardText, into: number | null): Hands {
  const without = hands.map((hand) => hand.filter((one) => one !== card)) as Hands;
  if (into === null) return without;
  const hand = without[into];
  if (!hand || hand.length >= 5) return hands;
  hand.push(card);
  return without;
}

/// Exchanges two cards, wherever each lies.
export function exchange(hands: Hands, one: CardText, other: CardText): Hands {
  const swap = (card: CardText) => (card === one ? other : card === other ? one : card);
  return hands.map((hand) => hand.map(swap)) as Hands;
}

/// What is wrong with a layout, and what would be right.
export interface Wrong {
  /// The hand concerned, 0 to 2.
  hand: number;
  text: string;
}

/// The first rule a layout breaks; null if it breaks none.
export function wrongWith(hands: Hands, pool: readonly CardText[], rules: Rules): Wrong | null {
  const sizes = hands.map((hand) => hand.length);
  const ranking = rankingOf(rules);
  if (pool.length >= FULL_POOL) {
    const short = sizes.findIndex((size) => size < 5);
    if (short >= 0) return { hand: short, text: t('cards.notFull', { hand: short + 1, n: 5 - sizes[short]! }) };
  } else if (rules.short_split === 'fill') {
    const before = [0, 1].find((hand) => sizes[hand]! < 5 && sizes[hand + 1]! > 0);
    if (before !== undefined) return { hand: before, text: t('cards.notFilled', { hand: before + 2, before: before + 1 }) };
  } else if (rules.short_split === 'balanced') {
    const larger = sizes.indexOf(Math.max(...sizes));
    const smaller = sizes.indexOf(Math.min(...sizes));
    if (sizes[larger]! > sizes[smaller]! + 1) {
      return { hand: larger, text: t('cards.notBalanced', { larger: larger + 1, smaller: smaller + 1 }) };
    }
  }
  if (rules.pairing === 'free') return null;
  const weaker = [0, 1].find((hand) => strength(hands[hand + 1]!, ranking) > strength(hands[hand]!, ranking));
  if (weaker === undefined) return null;
  const name = (hand: number) => named(hands[hand]!, ranking).kind.toLowerCase();
  const words = { before: weaker + 1, hand: weaker + 2, weak: name(weaker), strong: name(weaker + 1) };
  return { hand: weaker + 1, text: t('cards.notOrdered', words) };
}

/// Who wins each hand: 0, 1, or null where both are empty.
export function verdicts(layouts: readonly [Hands, Hands], ranking: Ranking): (0 | 1 | null)[] {
  return [0, 1, 2].map((hand) => {
    const [black, white] = layouts.map((hands) => strength(hands[hand]!, ranking)) as [number, number];
    return black === white ? null : black > white ? 0 : 1;
  });
}

/// Who lays out when: seats in turn, and what each does then.
export function stepsOf(adjust: unknown): { seat: 0 | 1; does: 'lays' | 'answers' | 'adjusts' | 'seals' }[] {
  switch (adjust) {
    case 'black_last':
      return [{ seat: 1, does: 'lays' }, { seat: 0, does: 'answers' }, { seat: 1, does: 'adjusts' }, { seat: 0, does: 'adjusts' }];
    case 'none':
      return [{ seat: 0, does: 'lays' }, { seat: 1, does: 'answers' }];
    case 'sealed':
      return [{ seat: 0, does: 'seals' }, { seat: 1, does: 'seals' }];
    default:
      return [{ seat: 0, does: 'lays' }, { seat: 1, does: 'answers' }, { seat: 0, does: 'adjusts' }, { seat: 1, does: 'adjusts' }];
  }
}
