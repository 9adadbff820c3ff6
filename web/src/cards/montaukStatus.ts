/// The text in the middle of a Montauk table.
import type { View } from '../game/types';
import { t, type Key } from '../texts';
import { spoken, suitName, suitOf } from './card';
import { firstHalf, secondHalf, turn, cardValue, type Half, type Montauk, type Side, type Turned } from './montauk';
import { isYou, nameAt } from './names';

export interface StatusText {
  title: string;
  body: string;
}

/// The trick on the table once both cards lie open.
export function onTable(now: Montauk, view: Pick<View, 'rules'>): (Turned & { winner: Side; half: Half[] }) | null {
  if (!now.led || !now.followed) return null;
  const turned = turn(now.led, now.followed, view.rules);
  const winner = (turned.leaderWins ? now.leader : 1 - now.leader) as Side;
  return { ...turned, winner, half: now.extra ? secondHalf(turned, now.extra, view.rules) : firstHalf(turned) };
}

/// A number of points, with a minus sign that is one.
export function pointsText(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

const TIMES: Record<number, Key> = { 1: 'cards.times1', 4: 'cards.times4', 6: 'cards.times6' };

/// "4 and 2", "5 four times".
export function describeHalf(half: readonly Half[]): string {
  return half.filter(({ value }) => value > 0)
    .map(({ value, times }) => t(TIMES[times] ?? 'cards.times1', { value })).join(t('cards.and')) || t('cards.nothing');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/// "spades beat hearts".
function describeSuits(turned: Turned): string {
  return t('cards.suits', { won: suitName(suitOf(turned.won)), lost: suitName(suitOf(turned.lost)) });
}

function describeWinner(turned: Turned, view: View, winner: Side): string {
  const who = t(isYou(view, winner) ? 'cards.youWinTrick' : 'cards.theyWinTrick', { name: nameAt(view, winner) });
  if (turned.sameSuit && turned.sameRank) return t('cards.sameCard', { who });
  if (turned.sameSuit) return t('cards.sameSuit', { who });
  if (turned.sameRank) return t('cards.sameRank', { who });
  return capital(t('cards.suitBeats', { suits: describeSuits(turned), who }));
}

function describeSpending(now: Montauk, view: View): StatusText {
  const trick = onTable(now, view);
  if (!trick) return { title: '', body: '' };
  const own = isYou(view, trick.winner) || (view.localSeats.includes(trick.winner) && view.actor === trick.winner);
  const words = { name: nameAt(view, trick.winner), what: describeHalf(trick.half) };
  if (now.extra) {
    const extra = t('cards.extraIs', { card: spoken(now.extra), n: cardValue(now.extra) });
    return { title: describeWinner(trick, view, trick.winner), body: `${extra} ${t(own ? 'cards.spend' : 'cards.spends', words)}` };
  }
  const key = own ? (trick.draws ? 'cards.spendThenExtra' : 'cards.spend') : trick.draws ? 'cards.spendsThenExtra' : 'cards.spends';
  const why = trick.sameSuit ? `${t('cards.followerTakes')} ` : trick.sameRank ? `${capital(describeSuits(trick))}. ` : '';
  return { title: describeWinner(trick, view, trick.winner), body: why + t(key, words) };
}

function describeEnd(view: View): StatusText {
  const [winner, other] = view.result!.winners;
  const scores = view.result!.scores;
  if (other !== undefined || winner === undefined) return { title: t('cards.matchDrawn', { n: pointsText(scores[0] ?? 0) }), body: '' };
  const words = { name: nameAt(view, winner), a: pointsText(scores[winner] ?? 0), b: pointsText(scores[1 - winner] ?? 0) };
  return { title: t(isYou(view, winner) ? 'cards.matchYours' : 'cards.matchOf', words), body: t('cards.matchOver') };
}

/// A title and a sentence for the position as it is.
export function statusText(now: Montauk, view: View): StatusText {
  if (view.result) return describeEnd(view);
  const acts = typeof view.actor === 'number' ? (view.actor as Side) : null;
  if (acts === null) return { title: t('cards.dealing'), body: '' };
  const here = view.localSeats.includes(acts);
  const words = { name: nameAt(view, acts), other: nameAt(view, 1 - acts) };
  switch (now.phase) {
    case 'lead':
      return here
        ? { title: t(isYou(view, acts) ? 'cards.youLead' : 'cards.theyLead', words), body: t('cards.leadHow', words) }
        : { title: t('cards.theyLead', words), body: '' };
    case 'follow':
      return here
        ? { title: t('cards.ledFaceDown', words), body: t('cards.followHow', words) }
        : { title: t('cards.theyFollow', words), body: t('cards.theyFollowHow', words) };
    case 'spend':
      return describeSpending(now, view);
    default:
      return { title: t('cards.dealing'), body: '' };
  }
}
