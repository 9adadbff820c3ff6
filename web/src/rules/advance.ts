/// What a move adds to a game: `play` and `act` answer with what is new.
import type { Log, PlayAnswer, ViewAnswer } from './api';

/// The log with the events that were added.
export const extended = (log: Log, { tail }: PlayAnswer): Log => ({ ...log, events: [...log.events, ...tail] });

/// What the viewer sees, after the events that the same viewer saw before.
export function seenAfter(events: ViewAnswer['events'], { seen, snapshot }: PlayAnswer): ViewAnswer {
  return { ...snapshot, events: [...events.slice(0, seen.from), ...seen.events] };
}
