// Three hands laid out from a pool, while a player arranges them.
import { sorted, type CardText } from './card';

export type Hands = [CardText[], CardText[], CardText[]];

export function noHands(): Hands {
  return [[], [], []];
}

/** A layout as a move. The rules put the cards of each hand in order. */
export function writeLayout(hands: Hands): string {
  return hands.map((hand) => hand.join(' ')).join(' | ');
}

export function isSameLayout(one: Hands, other: Hands): boolean {
  return writeLayout(one.map(sorted) as Hands) === writeLayout(other.map(sorted) as Hands);
}

/** The cards of a pool in no hand. */
export function leftOver(pool: readonly CardText[], hands: Hands): CardText[] {
  const used = new Set(hands.flat());
  return sorted(pool.filter((card) => !used.has(card)));
}

/** Puts a card into a hand (0 to 2), or back among the others (null). A hand has five places. */
export function put(hands: Hands, card: CardText, into: number | null): Hands {
  const without = hands.map((hand) => hand.filter((one) => one !== card)) as Hands;
  if (into === null) return without;
  const hand = without[into];
  if (!hand || hand.length >= 5) return hands;
  hand.push(card);
  return without;
}

/** Exchanges two cards, wherever each lies. */
export function exchange(hands: Hands, one: CardText, other: CardText): Hands {
  const swap = (card: CardText) => (card === one ? other : card === other ? one : card);
  return hands.map((hand) => hand.map(swap)) as Hands;
}
