/// The hands in sight in a pool: the best, then the best of what is left, then again. Only the cards that make a hand what
/// it is; the others of its five may still serve the next. The showdown itself may do better.
import { cardAt, indexOf, type CardText } from './card';
import { inOrder, kindOf, strength, strengthOf, type Kind, type Ranking } from './poker';

/// How many cards make a hand what it is; all by default.
const CORE: Partial<Record<Kind, number>> = { highCard: 1, onePair: 2, twoPair: 4, threeOfAKind: 3, fourOfAKind: 4 };

function bestHand(pool: readonly number[], ranking: Ranking): number[] {
  let best = -1;
  let found: number[] = [];
  const chosen = [0, 0, 0, 0, 0];
  const try_ = (size: number, depth: number, from: number): void => {
    if (depth === size) {
      const value = strengthOf(chosen, size, ranking);
      if (value > best) {
        best = value;
        found = chosen.slice(0, size);
      }
      return;
    }
    for (let i = from; i <= pool.length - (size - depth); i++) {
      chosen[depth] = pool[i]!;
      try_(size, depth + 1, i + 1);
    }
  };
  const full = Math.min(5, pool.length);
  // More cards never hurt, except where three or four are enough for a straight.
  const fewest = ranking.short ? Math.min(3, full) : full;
  for (let size = full; size >= fewest; size--) try_(size, 0, 0);
  return found;
}

/// Up to three hands; empty ones are left out.
export function handsInSight(pool: readonly CardText[], ranking: Ranking): CardText[][] {
  let left = pool.map(indexOf).sort((a, b) => b - a);
  const hands: CardText[][] = [];
  while (hands.length < 3 && left.length) {
    const best = bestHand(left, ranking).map(cardAt);
    const core = CORE[kindOf(strength(best, ranking))] ?? 5;
    const hand = inOrder(best, { ...ranking, literal: false }).slice(0, core);
    hands.push(hand);
    left = left.filter((card) => !hand.includes(cardAt(card)));
  }
  return hands;
}
