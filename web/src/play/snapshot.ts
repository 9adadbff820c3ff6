// The server's state of a table as a snapshot of the rules.
import type { Snapshot } from '../game/types';
import type { TableState } from '../server/wire';

/** The part of a snapshot that every update contains. */
export function nowOf({ status: now }: TableState, legal: string[]): Pick<Snapshot, 'position' | 'phase' | 'actor' | 'legal' | 'scores' | 'plays' | 'result' | 'offer'> {
  return {
    position: now.position,
    phase: now.phase,
    actor: now.turn,
    legal: now.legal ?? legal,
    scores: now.scores,
    plays: now.plays,
    result: now.result ?? null,
    offer: now.offer ?? null,
  };
}

export function snapshotOf(state: TableState): Snapshot {
  return {
    ...nowOf(state, []),
    state: state.board!,
    insight: state.insight!, from: 0,
    seats: state.seats.length,
    events: state.events,
    start: state.start ?? '',
    hides: state.hides,
    // The screen of a table is one player's own.
    secret: false,
    scored: state.scored,
  };
}
