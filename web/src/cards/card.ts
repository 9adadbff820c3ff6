// Playing cards as the games write them: `TS` is the ten of spades.
import { t, type Key } from '../texts';

export type Suit = 'S' | 'H' | 'D' | 'C';

/** Two characters, rank and suit. */
export type CardText = string;

/** What the rules show of a card that lies face down. */
export const HIDDEN = '??';

export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C'];
const RANKS = '23456789TJQKA';

/** 2 to 14; an ace is high. */
export function rankOf(card: CardText): number {
  return RANKS.indexOf(card[0] ?? '') + 2;
}

export function suitOf(card: CardText): Suit {
  return card[1] as Suit;
}

/** What is printed: `10`, `K`. */
export function faceOf(card: CardText): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '');
}

/** A whole number for each card that grows with rank, then suit: clubs, diamonds, hearts, spades. */
export function indexOf(card: CardText): number {
  return (rankOf(card) - 2) * 4 + (3 - SUITS.indexOf(suitOf(card)));
}

export function cardAt(index: number): CardText {
  return `${RANKS[index >> 2]}${SUITS[3 - (index & 3)]}`;
}

/** From high to low, spades first. */
export function sorted(cards: readonly CardText[]): CardText[] {
  return [...cards].sort((a, b) => indexOf(b) - indexOf(a));
}

/** Cards written one after the other, with or without spaces: `QC2H`, `QC 10H`. */
export function readCards(text: string): CardText[] {
  return text.replaceAll('10', 'T').match(/[2-9TJQKA][SHDC]/g) ?? [];
}

export function rankName(rank: number): string {
  return t(`cards.rank${rank}` as Key);
}

/** "kings", "sixes". */
export function ranksName(rank: number): string {
  return t(`cards.ranks${rank}` as Key);
}

export function suitName(suit: Suit): string {
  return t(`cards.suit${suit}`);
}

/** "ten of spades", for screen readers. */
export function spoken(card: CardText): string {
  if (card === HIDDEN) return t('cards.faceDown');
  return t('cards.card', { rank: rankName(rankOf(card)), suit: suitName(suitOf(card)) });
}

/** "ten of spades, worth 4". */
export function spokenWithValue(card: CardText, value: number): string {
  return t('cards.cardWorth', { card: spoken(card), n: value });
}
