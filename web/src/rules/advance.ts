// What a move adds to a game: `play` and `act` answer with what is new.
import type { Log, PlayAnswer, Snapshot } from './api';

/** The log with the events that were added. */
export const extended = (log: Log, { tail }: PlayAnswer): Log => ({ ...log, events: [...log.events, ...tail] });

/** What the viewer sees, after the events that the same viewer saw before. */
export function seenAfter(before: Snapshot['events'], { snapshot }: PlayAnswer): Snapshot {
  return { ...snapshot, from: 0, events: [...before.slice(0, snapshot.from), ...snapshot.events] };
}
