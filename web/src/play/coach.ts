// What is explained the first time it comes up in a game, on this device.
import { readMove } from '../game/moves';
import type { View } from '../game/types';
import { t } from '../texts';

/** What can come up. Each kind of game has four. */
const MOMENTS = {
  slide: ['place', 'move', 'claim', 'end'],
  buffet: ['place', 'move', 'claim', 'layout'],
  tricks: ['trick', 'spend', 'slot', 'round'],
} as const;
export type Moment = (typeof MOMENTS)[keyof typeof MOMENTS][number];

export interface CoachCard {
  moment: Moment;
  title: string;
  text: string;
  /** Its number among those of this game. */
  n: number;
  of: number;
}

/** The move texts of a player. */
const movesOf = (view: View, seat: number) => view.events.flatMap((event) => ('move' in event && event.by === seat && typeof event.move === 'string' ? [event.move] : []));

/** What comes up in a position for the player here; null while others act. */
export function momentOf(view: View): Moment | null {
  const { insight, localSeats: [seat] } = view;
  if (seat === undefined || view.localSeats.length > 1) return null;
  if (view.result) {
    const played = !view.result.end || view.result.end.kind === 'cannot_move';
    return insight.family === 'slide' && played ? 'end' : null;
  }
  if (view.actor !== seat) return null;
  if (insight.family === 'slide') {
    if (view.phase !== 'move') return 'place';
    return movesOf(view, seat).some((move) => readMove(move)?.kind === 'slide') ? 'claim' : 'move';
  }
  if (insight.family === 'buffet') {
    if (view.phase === 'layout') return 'layout';
    if (view.phase !== 'move') return 'place';
    return movesOf(view, seat).some((move) => move.includes('-')) ? 'claim' : 'move';
  }
  if (!('vaults' in insight)) return null;
  if (view.phase === 'spend') return 'spend';
  if (insight.rounds.length) return 'round';
  return insight.vaults[seat]?.length ? 'slot' : 'trick';
}

/** The card for what comes up, unless it has been seen. `aPiece` is what the pieces are called. */
export function cardFor(view: View, seen: ReadonlySet<Moment>, aPiece: string): CoachCard | null {
  const moment = momentOf(view);
  if (moment === null || seen.has(moment)) return null;
  const { family } = view.insight;
  const all: readonly Moment[] = MOMENTS[family === 'slide' || family === 'buffet' ? family : 'tricks'];
  return { moment, ...wordsOf(view, moment, aPiece), n: all.indexOf(moment) + 1, of: all.length };
}

/** What a card says follows the rules of this table, not the name of the game. */
function wordsOf({ insight, phase }: View, moment: Moment, aPiece: string): { title: string; text: string } {
  if (insight.family === 'slide') {
    const { claims } = insight;
    switch (moment) {
      case 'place':
        if (phase === 'lay') return { title: t('coach.lay.title'), text: t('coach.lay.text') };
        return { title: t('coach.place.title'), text: t(insight.places_on_ones ? 'coach.place.ones' : 'coach.place.any') };
      case 'move': return { title: t('coach.move.title'), text: t(insight.shoots ? 'coach.move.shoots' : 'coach.move.text', { aPiece }) };
      case 'claim': {
        const what = claims ?? (insight.shoots ? 'none' : 'left');
        return { title: t(`coach.claim.${what}`), text: t(`coach.claim.${what}Text`) };
      }
      default: return { title: t('coach.end.title'), text: t(!insight.has_fish ? 'coach.end.blocked' : insight.counted_under ? 'coach.end.under' : 'coach.end.plain') };
    }
  }
  if (insight.family === 'buffet') {
    switch (moment) {
      case 'place': return { title: t('coach.pawns.title'), text: t('coach.pawns.text') };
      case 'move': return { title: t('coach.walk.title'), text: t(insight.claims === 'shot' ? 'coach.walk.shot' : 'coach.walk.left') };
      case 'claim': return { title: t('coach.stone.title'), text: t('coach.stone.text') };
      default: return { title: t('coach.layout.title'), text: t('coach.layout.text') };
    }
  }
  const key = moment === 'trick' ? (phase === 'lead' ? 'lead' : 'follow') : (moment as 'spend' | 'slot' | 'round');
  return { title: t(`coach.${key}.title`), text: t(`coach.${key}.text`) };
}
