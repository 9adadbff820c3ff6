// A Montauk table: the position, and what the rules say about it.
import type { View } from '../game/types';
import type { MontaukInsight, MontaukState, SpendInsight, VisibleCards } from '../rules/api';
import type { CardText } from './card';

export type Side = 0 | 1;

export interface Montauk {
  state: MontaukState;
  insight: MontaukInsight;
}

export function readMontauk({ state, insight }: Pick<View, 'state' | 'insight'>): Montauk {
  if (insight.family !== 'montauk') throw new Error(`a position of ${insight.family} is not one of Montauk`);
  return { state: state as MontaukState, insight };
}

export function cardCount(cards: VisibleCards | undefined): number {
  return Array.isArray(cards) ? cards.length : (cards ?? 0);
}

/** The value of a card. */
export function cardValue({ values }: MontaukInsight, card: CardText): number {
  return values[card[0] ?? ''] ?? 0;
}

/** What a chosen value does with a pyramid of a box. */
export function spendFrom(spends: readonly SpendInsight[], value: number, from: number): SpendInsight | null {
  return spends.find((spend) => spend.chosen === value && spend.from === from) ?? null;
}
