// The text in the middle of a Montauk table.
import { wonBy } from '../game/result';
import type { View } from '../game/types';
import { t, type Key } from '../texts';
import { spoken, suitName, suitOf } from './card';
import type { HalfValue, TrickInsight } from '../rules/api';
import { cardValue, type Montauk, type Side } from './montauk';
import { isYou, nameAt } from './names';

export interface StatusText {
  title: string;
  body: string;
}

/** A number of points, with a minus sign that is one. */
export function pointsText(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

const TIMES: Record<number, Key> = { 1: 'cards.times1', 4: 'cards.times4', 6: 'cards.times6' };

/** "4 and 2", "5 four times". */
export function describeHalf(half: readonly HalfValue[]): string {
  return half.filter(({ value }) => value > 0)
    .map(({ value, times }) => t(TIMES[times] ?? 'cards.times1', { value })).join(t('cards.and')) || t('cards.nothing');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "spades beat hearts". */
function describeSuits({ leader, winner, led, followed }: TrickInsight): string {
  const [won, lost] = winner === leader ? [led, followed] : [followed, led];
  return t('cards.suits', { won: suitName(suitOf(won ?? '')), lost: suitName(suitOf(lost ?? '')) });
}

function describeWinner(trick: TrickInsight, view: View, winner: number): string {
  const who = t(isYou(view, winner) ? 'cards.youWinTrick' : 'cards.theyWinTrick', { name: nameAt(view, winner) });
  if (trick.same_suit && trick.same_rank) return t('cards.sameCard', { who });
  if (trick.same_suit) return t('cards.sameSuit', { who });
  if (trick.same_rank) return t('cards.sameRank', { who });
  return capital(t('cards.suitBeats', { suits: describeSuits(trick), who }));
}

function describeSpending({ insight }: Montauk, view: View): StatusText {
  const { trick } = insight;
  if (!trick || trick.winner === null) return { title: '', body: '' };
  const own = isYou(view, trick.winner) || (view.localSeats.includes(trick.winner) && view.actor === trick.winner);
  const params = { name: nameAt(view, trick.winner), what: describeHalf(trick.half) };
  if (trick.extra) {
    const extra = t('cards.extraIs', { card: spoken(trick.extra), n: cardValue(insight, trick.extra) });
    return { title: describeWinner(trick, view, trick.winner), body: `${extra} ${t(own ? 'cards.spend' : 'cards.spends', params)}` };
  }
  const key = own ? (trick.draws ? 'cards.spendThenExtra' : 'cards.spend') : trick.draws ? 'cards.spendsThenExtra' : 'cards.spends';
  const why = trick.same_suit ? `${t('cards.followerTakes')} ` : trick.same_rank ? `${capital(describeSuits(trick))}. ` : '';
  return { title: describeWinner(trick, view, trick.winner), body: why + t(key, params) };
}

function describeEnd(view: View): StatusText {
  const won = wonBy(view.result);
  const { scores } = view.result!;
  if (won.kind !== 'one') return { title: t('cards.matchDrawn', { n: pointsText(scores[0] ?? 0) }), body: '' };
  const winner = won.seat;
  const params = { name: nameAt(view, winner), a: pointsText(scores[winner] ?? 0), b: pointsText(scores[1 - winner] ?? 0) };
  return { title: t(isYou(view, winner) ? 'cards.matchYours' : 'cards.matchOf', params), body: t('cards.matchOver') };
}

/** A title and a sentence for the position as it is. */
export function statusText(now: Montauk, view: View): StatusText {
  if (view.result) return describeEnd(view);
  const acts = typeof view.actor === 'number' ? (view.actor as Side) : null;
  if (acts === null) return { title: t('cards.dealing'), body: '' };
  const here = view.localSeats.includes(acts);
  const params = { name: nameAt(view, acts), other: nameAt(view, 1 - acts) };
  switch (now.state.phase) {
    case 'lead':
      return here
        ? { title: t(isYou(view, acts) ? 'cards.youLead' : 'cards.theyLead', params), body: t('cards.leadHow', params) }
        : { title: t('cards.theyLead', params), body: '' };
    case 'follow':
      return here
        ? { title: t('cards.ledFaceDown', params), body: t('cards.followHow', { same: t('cards.followerTakes') }) }
        : { title: t('cards.theyFollow', params), body: t('cards.theyFollowHow', params) };
    case 'spend':
      return describeSpending(now, view);
    default:
      return { title: t('cards.dealing'), body: '' };
  }
}
