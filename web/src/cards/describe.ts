// Sentences about the buffets: what a card is, what a move does.
import type { GameId } from '../game/types';
import { colourName } from '../games/seats';
import type { MoveCell } from '../rules/api';
import { count, t } from '../texts';
import { claimedBy, type Buffet, type Choices, type Side, type Spot, type Step } from './buffet';
import { spoken } from './card';

interface SpotContext {
  game: GameId;
  buffet: Buffet;
  choices: Choices;
  actor: Side | null;
  you: Side | null;
  from: string | null;
  to: string | null;
  targets: Set<string>;
  claims: Map<string | null, Step> | null;
  claimed: MoveCell | null;
}

/** "c4, ten of spades, your pawn, can move to 10 cards". */
export function describeSpot(spot: Spot, context: SpotContext): string {
  const { choices, actor, you, from, to, targets, claims, claimed } = context;
  const parts = [spot.name, spoken(spot.card)];
  if (spot.pawn !== null) {
    parts.push(spot.pawn === you ? t('cards.yourPawn') : t('cards.pawnOf', { side: colourName(context.game, spot.pawn) }));
    const ways = spot.pawn === actor && !to ? choices.targets(spot.name).size : 0;
    if (ways) parts.push(count(ways, 'cards.ways'));
  }
  if (spot.stone !== null) parts.push(spot.stone === you ? t('cards.yourStone') : t('cards.stoneOf', { side: colourName(context.game, spot.stone) }));
  if (from === spot.name || to === spot.name) parts.push(t('cards.chosen'));
  if (targets.has(spot.name)) {
    const left = from && claimed === 'left' ? context.buffet.spots.get(from) : undefined;
    parts.push(left ? t('cards.targetClaims', { card: spoken(left.card) }) : t('cards.target'));
  }
  if (to && claims?.has(spot.name)) parts.push(t('cards.canClaim'));
  return parts.join(', ');
}

/** "c6 to c3, claims the queen of hearts". */
export function describeStep(step: Step, buffet: Buffet, claimed: MoveCell | null): string {
  if (!step.from) return t('cards.didPlace', { to: step.to });
  const claim = claimedBy(step, claimed);
  const spot = claim ? buffet.spots.get(claim) : undefined;
  const params = { from: step.from, to: step.to };
  return spot ? t('cards.didClaim', { ...params, card: spoken(spot.card) }) : t('cards.didMove', params);
}

/** "a1 to c3, then you may claim the ace of hearts or the ten of hearts". */
export function describeClaims(from: string, to: string, steps: readonly Step[], buffet: Buffet): string {
  const cards = steps.flatMap((step) => (step.claim ? [buffet.spots.get(step.claim)!.card] : []));
  if (cards.length > 2) return t('cards.willClaimOneOf', { from, to, n: cards.length });
  return t('cards.willClaim', { from, to, cards: cards.map((card) => t('cards.theCard', { card: spoken(card) })).join(t('cards.or')) });
}
