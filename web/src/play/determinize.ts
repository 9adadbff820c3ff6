/// A game of Montauk as one viewer saw it, with hidden cards replaced by any that fit. To the
/// same viewer it looks like the original, since the replaced cards are hidden from them.
import type { GameEvent, Rules } from '../game/types';

const CARD = /^(10|[2-9TJQKA])[SHDC]/;
const DECK = [...'SHDC'].flatMap((suit) => [...'AKQJT98765432'].map((face) => `${face}${suit}`));

const isDeal = (event: GameEvent): event is Extract<GameEvent, { event: unknown }> => 'event' in event && event.event === 'deal';
const cardsOf = (event: GameEvent): string[] => {
  if ('cards' in event && Array.isArray(event.cards)) return event.cards as string[];
  return 'move' in event && typeof event.move === 'string' && CARD.test(event.move) ? [event.move] : [];
};

export function fillHidden(events: readonly GameEvent[], rules: Rules): GameEvent[] {
  const whole = [...events];
  events.forEach((event, at) => {
    if (!isDeal(event) || !('count' in event)) return;
    const seat = event.to;
    // A hand lasts until the next one is dealt to the same seat.
    const next = events.findIndex((later, number) => number > at && isDeal(later) && later.to === seat);
    const end = next < 0 ? events.length : next;
    const played = events.flatMap((later, number) => (number > at && number < end && 'move' in later && later.by === seat ? [number] : []));
    const hand = played.flatMap((number) => cardsOf(events[number]!));
    const spare = free(whole, at, rules).slice(0, Number(event.count) - hand.length);
    const { count: _, ...deal } = event as GameEvent & { count: unknown };
    whole[at] = { ...deal, cards: [...hand, ...spare] } as GameEvent;
    for (const number of played) {
      if ('move' in events[number]! && events[number].move === null) whole[number] = { ...events[number], move: spare.pop() ?? null };
    }
  });
  return whole;
}

/// Cards that may be in a hand dealt at `at`: none that is seen, before or after, between the shuffles of all cards.
function free(events: readonly GameEvent[], at: number, rules: Rules): string[] {
  const deals = events.flatMap((event, number) => (isDeal(event) ? [number] : []));
  const round = Math.floor(deals.indexOf(at) / 2);
  const rounds = Number(rules['reshuffle']) || Infinity;
  const first = rounds === Infinity ? 0 : round - (round % rounds);
  const seen = new Set(events.slice(deals[2 * first], deals[2 * (first + rounds)]).flatMap(cardsOf));
  return DECK.filter((card) => !seen.has(card));
}
