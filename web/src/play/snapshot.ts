/// The server's state of a table as the page's own snapshot.
import type { GameEvent, GameId, Json, Level, Outcome, SeatInfo, Snapshot } from '../game/types';
import { gamePage } from '../games';
import type { Occupant, TableState } from '../server/wire';

export function seatOf(occupant: Occupant): SeatInfo {
  if (occupant.kind === 'engine') return { kind: 'engine', level: occupant.level as Level };
  // The server omits a rating that is too uncertain.
  return occupant.kind === 'person' ? { ...occupant, rating: occupant.rating ?? null } : occupant;
}

/// The part of a snapshot that every update contains.
export function nowOf({ status: now }: TableState, legal: string[]): Pick<Snapshot, 'position' | 'phase' | 'actor' | 'legal' | 'scores' | 'result' | 'offer'> {
  return {
    position: now.position,
    phase: now.phase,
    actor: now.turn,
    legal: now.legal ?? legal,
    scores: now.scores,
    result: (now.result ?? null) as Outcome | null,
    offer: now.offer ? { ...now.offer, outcome: now.offer.outcome as Outcome } : null,
  };
}

export function snapshotOf(state: TableState): Snapshot {
  const events = state.events as GameEvent[];
  const out = (seat: number) => events.some((event) => 'action' in event && event.by === seat && ['resign', 'forfeit', 'eliminate'].includes(event.action as string));
  return {
    ...nowOf(state, []),
    state: state.board!,
    insight: state.insight!, from: 0,
    seats: state.seats.length,
    plays: state.seats.map((_, seat) => !out(seat)),
    events,
    start: state.start ?? '',
    hides: gamePage(state.game as GameId).hides !== 'nothing',
  };
}
