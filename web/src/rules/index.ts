/// Asks the rules and engines: `await ask('see', { log, eyes: 0 })`. One worker answers questions about rules at once;
/// thoughts go to a worker of their own, which can be stopped.
import { t } from '../texts';
import type { Answer, Args, Name, Reply, Request } from './calls';

/// The rules' own sentence about what was wrong.
export class Refused extends Error {}

interface Waiting {
  done: (answer: never) => void;
  fail: (why: Error) => void;
  tell?: (progress: never) => void;
}

class Desk {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  ask<N extends Name>(name: N, args: Args<N>, tell?: (progress: unknown) => void): Promise<Answer<N>> {
    const worker = (this.worker ??= this.start());
    const id = this.next++;
    return new Promise<Answer<N>>((done, fail) => {
      this.waiting.set(id, { done: done as (answer: never) => void, fail, tell });
      worker.postMessage({ id, name, args } satisfies Request);
    });
  }

  /// Ends whatever it does now; whoever waits is told so.
  stop(): void {
    if (!this.waiting.size) return;
    this.worker?.terminate();
    this.worker = null;
    for (const { fail } of this.waiting.values()) fail(new Refused('stopped'));
    this.waiting.clear();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waits = this.waiting.get(data.id);
      if (!waits) return;
      if ('progress' in data) return waits.tell?.(data.progress as never);
      this.waiting.delete(data.id);
      if ('ok' in data) waits.done(data.ok as never);
      else waits.fail(new Refused('missing' in data ? t('common.noRules') : data.refused));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { fail } of this.waiting.values()) fail(new Refused(t('common.noRules')));
      this.waiting.clear();
      this.worker = null;
    };
    return worker;
  }
}

const rules = new Desk();

/// Asks the rules.
export function ask<N extends Name>(name: N, args: Args<N>): Promise<Answer<N>> {
  return rules.ask(name, args);
}

/// An engine with a worker of its own: `think` and `review`. A new question ends the one before.
export class Engine {
  private desk = new Desk();

  ask<N extends 'think' | 'review'>(name: N, args: Args<N>, tell?: (progress: unknown) => void): Promise<Answer<N>> {
    this.desk.stop();
    return this.desk.ask(name, args, tell);
  }

  stop(): void {
    this.desk.stop();
  }
}

/// Can this page play by itself? False where it was built without the rules; then the server must help.
let able: Promise<boolean> | undefined;
export function canPlayHere(): Promise<boolean> {
  return (able ??= ask('games', {}).then(() => true, () => false));
}
