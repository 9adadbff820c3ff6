/// Montauk's positions, values and spends, as docs/rules/montauk.md has them.
import type { Json, Rules } from '../game/types';
import { rankOf, suitOf, type CardText, type Suit } from './card';

export type Side = 0 | 1;

/// A used slot of a vault.
export interface Slot {
  pyramids: number;
  null: boolean;
}

export interface Montauk {
  round: number;
  trick: number;
  phase: 'dice' | 'leader' | 'deal' | 'lead' | 'follow' | 'spend' | 'draw' | 'over';
  opener: Side | null;
  leader: Side;
  scores: [number, number];
  firstHome: Side | null;
  /// Boxes of six pyramids each; 0 is off, null before the dice.
  boards: [(number | null)[], (number | null)[]];
  vaults: [Slot[], Slot[]];
  /// Cards, or how many there are.
  hands: [CardText[] | number, CardText[] | number];
  led: CardText | null;
  followed: CardText | null;
  extra: CardText | null;
  spends: number[];
  borne: number;
  pile: number;
  used: number;
  /// A card that lies open on the used ones.
  usedTop: CardText | null;
}

function many(cards: Json | undefined): number {
  return Array.isArray(cards) ? cards.length : typeof cards === 'number' ? cards : 0;
}

export function readMontauk(state: Record<string, Json>): Montauk {
  const table = state.table as { led: string | null; followed: string | null; extra: string | null };
  const seen = state.seen as CardText[];
  const unseen = state.unseen as Json[];
  return {
    round: state.round as number,
    trick: state.trick as number,
    phase: state.phase as Montauk['phase'],
    opener: state.opener as Side | null,
    leader: state.leader as Side,
    scores: state.scores as [number, number],
    firstHome: state.first_home as Side | null,
    boards: state.boards as Montauk['boards'],
    vaults: state.vaults as unknown as [Slot[], Slot[]],
    hands: state.hands as Montauk['hands'],
    led: table.led,
    followed: table.followed,
    extra: table.extra,
    spends: state.spends as number[],
    borne: state.borne as number,
    pile: many(state.pile) + many(state.top),
    used: seen.length + many(unseen[0]) + many(unseen[1]),
    usedTop: seen.at(-1) ?? null,
  };
}

/// Ace to six are 1 to 6, seven to queen 1 to 6 again, a king is nothing.
export function cardValue(card: CardText): number {
  const rank = rankOf(card);
  return rank === 14 ? 1 : rank === 13 ? 0 : rank > 6 ? rank - 6 : rank;
}

const BEATS: Record<Suit, readonly Suit[]> = { S: ['H', 'D'], H: ['D', 'C'], D: ['C'], C: ['S'] };

export function beats(one: Suit, other: Suit): boolean {
  return BEATS[one].includes(other);
}

function sameRank(a: CardText, b: CardText, rules: Rules): boolean {
  return rules.rank_match === 'face' ? rankOf(a) === rankOf(b) : cardValue(a) === cardValue(b);
}

/// Two cards that were turned.
export interface Turned {
  leaderWins: boolean;
  won: CardText;
  lost: CardText;
  sameSuit: boolean;
  sameRank: boolean;
  /// An extra card follows the first half.
  draws: boolean;
}

export function turn(led: CardText, followed: CardText, rules: Rules): Turned {
  const leaderWins = beats(suitOf(led), suitOf(followed));
  const [won, lost] = leaderWins ? [led, followed] : [followed, led];
  const suits = suitOf(won) === suitOf(lost);
  const ranks = sameRank(won, lost, rules);
  return { leaderWins, won, lost, sameSuit: suits, sameRank: ranks, draws: suits || ranks };
}

/// How often a value may be spent.
export interface Half {
  value: number;
  times: number;
}

export function firstHalf(turned: Turned): Half[] {
  const [won, lost] = [cardValue(turned.won), cardValue(turned.lost)];
  if (turned.sameRank) return [{ value: won, times: turned.sameSuit ? 6 : 4 }];
  return [{ value: won, times: 1 }, { value: lost, times: 1 }];
}

export function secondHalf(turned: Turned, extra: CardText, rules: Rules): Half[] {
  const suit = suitOf(extra) === suitOf(turned.won);
  const rank = sameRank(extra, turned.won, rules);
  const times = turned.sameSuit && turned.sameRank ? 4 : suit && rank ? 6 : suit || rank ? 4 : 1;
  return [{ value: cardValue(extra), times }];
}

/// A spend as it lies on the table.
export interface Token {
  value: number;
  spent: boolean;
}

/// All spends of a half, those that are gone marked. A zero moves nothing and counts as gone.
export function tokens(half: readonly Half[], left: readonly number[]): Token[] {
  const remaining = [...left];
  return half.flatMap(({ value, times }) =>
    Array.from({ length: times }, () => {
      const at = remaining.indexOf(value);
      if (at >= 0) remaining.splice(at, 1);
      return { value, spent: at < 0 };
    }),
  ).sort((a, b) => Number(a.spent) - Number(b.spent) || b.value - a.value);
}

/// A move of a pyramid; `to` is 0 when it comes off.
export interface Spend {
  text: string;
  from: number;
  to: number;
  /// The spend it takes: the difference, or the least left that bears off.
  value: number;
}

export function readSpend(text: string, left: readonly number[]): Spend | null {
  const read = /^([1-6])-([1-6]|off)(?::.*)?$/.exec(text);
  if (!read) return null;
  const from = Number(read[1]);
  if (read[2] !== 'off') return { text, from, to: Number(read[2]), value: from - Number(read[2]) };
  return { text, from, to: 0, value: Math.min(...left.filter((value) => value >= from)) };
}

/// The legal spends.
export function spendsOf(legal: readonly string[], left: readonly number[]): Spend[] {
  return legal.map((text) => readSpend(text, left)).filter((spend) => spend !== null);
}

/// What a chosen spend does with a pyramid of a box. A box may come off with less than the value chosen: then it is the
/// lesser spend that goes, as the rules have it.
export function spendFrom(spends: readonly Spend[], value: number, from: number): Spend | null {
  const here = spends.filter((spend) => spend.from === from);
  return (
    here.find((spend) => spend.value === value) ??
    here.find((spend) => spend.to === 0 && value >= from) ??
    null
  );
}

/// The value to begin with: the greatest that does anything.
export function firstValue(spends: readonly Spend[]): number | null {
  return spends.reduce<number | null>((best, spend) => (best === null || spend.value > best ? spend.value : best), null);
}
