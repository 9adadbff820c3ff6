// A game reviewed move by move: the result of the `review` call, and its sentences.
import { fillSeatNames } from '../game/seatPlaceholders';
import { formatMove } from '../game/moves';
import type { MoveReport, ReviewReport } from '../rules/api';
import { t } from '../texts';
import { stepOf, type Tree } from './tree';

export type Review = ReviewReport;
export type ReviewedMove = MoveReport;

/** The judgements that are marked, worst first: each has a name and a shape. */
export const JUDGEMENTS = ['blunder', 'mistake', 'inaccuracy'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];
export const judgementOf = (mark: string | null): Judgement | null => JUDGEMENTS.find((one) => one === mark) ?? null;

/** The step of the game in which an event happened, and the one whose end it comes after. */
export function stepWith(tree: Tree, event: number): number {
  return tree.game.find((id) => stepOf(tree, id).upto >= event) ?? tree.game.at(-1)!;
}

/** What was thought of each step of the game. */
export function byStep(tree: Tree, review: Review): Map<number, ReviewedMove> {
  return new Map(review.moves.map((reviewed) => [stepWith(tree, reviewed.event), reviewed]));
}

/** How often each mark was given to a seat. */
export function tally(review: Review, seat: number): Record<Judgement, number> {
  const sums = { blunder: 0, mistake: 0, inaccuracy: 0 };
  for (const reviewed of review.moves) {
    const mark = judgementOf(reviewed.judgement);
    if (mark && reviewed.seat === seat) sums[mark]++;
  }
  return sums;
}

const percent = (part: number) => Math.round(part * 100);

/** A headline: what the move did to the game. */
export function headline(reviewed: ReviewedMove, name: string): string {
  const { before, exact } = reviewed;
  // The engine did not look at every move.
  const after = reviewed.after ?? before;
  const even = 0.5;
  if (exact && before === 1 && after < 1) return t('study.turn.proved', { name });
  if (before > even + 0.05 && after < even - 0.05) return t('study.turn.swing', { name });
  if (before > even + 0.05 && after <= even + 0.05) return t('study.turn.even', { name });
  if (before > even) return t('study.turn.back', { name });
  if (before >= even - 0.05) return t('study.turn.behind', { name });
  return t('study.turn.further', { name });
}

/** What it cost, and what would have been better and why: reasons that the played move has as well explain nothing. */
export function explained(reviewed: ReviewedMove, names: readonly string[]): string {
  const [move, better] = [reviewed.move, ...reviewed.better].map(formatMove);
  const { reasons, better_reasons, before, after } = reviewed;
  const cost = t('study.turn.cost', { move: move!, before: percent(before), after: percent(after ?? before) });
  if (!better) return cost;
  const why = better_reasons.filter((reason) => !reasons.includes(reason)).slice(0, 2).map((reason) => fillSeatNames(reason, (seat) => names[seat] ?? '')).join(t('study.and'));
  return `${cost} ${why ? t('study.turn.betterWhy', { better, why }) : t('study.turn.better', { better })}`;
}
