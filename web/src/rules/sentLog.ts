// Sends only what has changed in a log since the call before: a worker holds the log that it was sent last.
import type { Log, SentLog } from './api';

export class LogSender {
  private held: { id: number; log: Log } | null = null;
  private next = 0;

  /** The log as it is sent to the worker. */
  send(log: Log): SentLog {
    const { held } = this;
    const id = ++this.next;
    this.held = { id, log };
    if (!held || !isSameGame(held.log, log)) return { ...log, id };
    const keep = commonLength(held.log.events, log.events);
    return { id, base: held.id, keep, events: log.events.slice(keep) };
  }

  /** The worker holds nothing any more. */
  reset(): void {
    this.held = null;
  }
}

const isSameGame = (one: Log, other: Log): boolean =>
  one.game === other.game && one.rules === other.rules && one.start === other.start && one.seed === other.seed && one.players === other.players;

function commonLength<T>(one: readonly T[], other: readonly T[]): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at++;
  return at;
}
