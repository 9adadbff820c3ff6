// Sentences about a showdown.
import { wonBy } from '../game/result';
import type { View } from '../game/types';
import { t, type Key } from '../texts';
import type { HandInsight, LayoutProblem } from '../rules/api';
import { buffetInsight, type Side } from './buffet';
import { handName } from './hands';
import { isYou, nameAt } from './names';

export function sideName(view: View, side: Side): string {
  return isYou(view, side) ? t('cards.you') : nameAt(view, side);
}

const NUMBERS = ['cards.zero', 'cards.one', 'cards.two', 'cards.three'] as const;
const word = (n: number): string => t(NUMBERS[n] ?? ('cards.zero' satisfies Key));

/** How it ended, in a sentence and another. */
export function resultText(view: View, handsWon: readonly (number | null)[]): { title: string; body: string } {
  const won = wonBy(view.result);
  const { steps, last_word } = buffetInsight(view);
  const hands = (side: number) => handsWon.filter((one) => one === side).length;
  // A showdown that is solved has no steps at the table.
  const body = steps.length ? '' : t(last_word === 0 ? 'cards.solvedBlackLast' : 'cards.solvedWhiteLast');
  if (won.kind !== 'one') return { title: t('cards.drawn'), body };
  const winner = won.seat;
  const params = { name: nameAt(view, winner), a: word(hands(winner)), b: word(hands(1 - winner)) };
  return { title: t(isYou(view, winner) ? 'cards.youWin' : 'cards.theyWin', params), body };
}

/** How a layout stands against what the other has laid out, and what may still come. */
export function standingText(view: View, side: Side, score: readonly number[] | null, moreToCome: boolean): { title: string; body: string } {
  const other = nameAt(view, 1 - side);
  const sealed = buffetInsight(view).steps.some(({ task }) => task === 'seals');
  const next = sealed ? 'cards.otherSeals' : 'cards.otherAnswers';
  if (!score) return { title: t('cards.ready'), body: t(moreToCome ? next : 'cards.thenFinal', { name: other }) };
  const [own, theirs] = score as [number, number];
  const key = own > theirs ? 'cards.ahead' : own < theirs ? 'cards.behind' : 'cards.level.hands';
  const title = t(key, { a: word(own), b: word(theirs) });
  return { title, body: t(moreToCome ? 'cards.otherMayStill' : 'cards.lastWord', { name: other }) };
}

/** How a game ended, in a few words: with hands to compare, or because a player resigned. */
export function describeResult(view: View): string {
  if (Array.isArray(view.result?.layouts)) return t('cards.boardOver');
  const won = wonBy(view.result);
  if (won.kind !== 'one') return t('cards.drawn');
  return t(isYou(view, won.seat) ? 'cards.youHaveWon' : 'cards.theyHaveWon', { name: nameAt(view, won.seat) });
}

/** What is wrong with a layout, and what would be right. `hand` is the one to look at, 0 to 2. */
export function problemText(problem: LayoutProblem, hands: readonly HandInsight[]): { hand: number; text: string } {
  const kind = (hand: number) => handName(hands[hand - 1]!).kind.toLowerCase();
  switch (problem.kind) {
    case 'not_full':
      return { hand: problem.hand - 1, text: t('cards.notFull', { hand: problem.hand, n: problem.missing }) };
    case 'not_filled':
      return { hand: problem.before - 1, text: t('cards.notFilled', { hand: problem.hand, before: problem.before }) };
    case 'not_balanced':
      return { hand: problem.larger - 1, text: t('cards.notBalanced', { larger: problem.larger, smaller: problem.smaller }) };
    case 'not_ordered': {
      const { hand, before } = problem;
      return { hand: hand - 1, text: t('cards.notOrdered', { before, hand, weak: kind(before), strong: kind(hand) }) };
    }
    default:
      return { hand: -1, text: problem.message };
  }
}
