// Calls the rules and engines: `await callRules('view', { log, viewer: 0 })`. One worker answers calls about rules;
// engines have their own workers, which can be stopped.
import { t } from '../texts';
import type { RefusalKind } from './api';
import type { Answer, Args, Name, Reply, Request } from './calls';
import { LogSender } from './sentLog';

/** A refusal of the rules: their sentence about what was wrong, and its kind. A call that was stopped on purpose has the
 * kind `stopped`. */
export class RulesError extends Error {
  constructor(message: string, readonly kind: RefusalKind | 'stopped' = 'failed') {
    super(message);
  }
}

interface PendingCall {
  name: Name;
  args: Args<Name>;
  resolve: (answer: never) => void;
  reject: (why: Error) => void;
  onProgress?: (progress: never) => void;
}

class RulesWorker {
  private worker: Worker | null = null;
  private pending = new Map<number, PendingCall>();
  private next = 0;
  private logs = new LogSender();

  call<N extends Name>(name: N, args: Args<N>, onProgress?: (progress: unknown) => void): Promise<Answer<N>> {
    const id = this.next++;
    return new Promise<Answer<N>>((resolve, reject) => {
      this.pending.set(id, { name, args, resolve: resolve as (answer: never) => void, reject, onProgress });
      this.post(id, name, args);
    });
  }

  private post(id: number, name: Name, args: Args<Name>): void {
    const worker = (this.worker ??= this.start());
    const sent = 'log' in args ? { ...args, log: this.logs.send(args.log) } : args;
    worker.postMessage({ id, name, args: sent } satisfies Request);
  }

  /** Ends the current calls; they fail with the kind `stopped`. */
  stop(): void {
    if (!this.pending.size) return;
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.pending.values()) reject(new RulesError('stopped', 'stopped'));
    this.pending.clear();
  }

  private start(): Worker {
    this.logs.reset();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const call = this.pending.get(data.id);
      if (!call) return;
      if ('progress' in data) return call.onProgress?.(data.progress as never);
      if ('refused' in data && data.refused.kind === 'unknown_log') {
        this.logs.reset();
        return this.post(data.id, call.name, call.args);
      }
      this.pending.delete(data.id);
      if ('ok' in data) call.resolve(data.ok as never);
      else call.reject('missing' in data ? new RulesError(t('common.noRules')) : new RulesError(data.refused.message, data.refused.kind));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const { reject } of this.pending.values()) reject(new RulesError(t('common.noRules')));
      this.pending.clear();
      this.worker = null;
    };
    return worker;
  }
}

const rules = new RulesWorker();

/** Asks the rules. */
export function callRules<N extends Name>(name: N, args: Args<N>): Promise<Answer<N>> {
  return rules.call(name, args);
}

/** An engine with its own worker: `analyze` and `review`. A new call ends the previous one. */
export class Engine {
  private worker = new RulesWorker();

  call<N extends 'analyze' | 'review'>(name: N, args: Args<N>, onProgress?: (progress: unknown) => void): Promise<Answer<N>> {
    this.worker.stop();
    return this.worker.call(name, args, onProgress);
  }

  stop(): void {
    this.worker.stop();
  }
}

/** Does this page contain the rules? If it was built without them, the server must help. */
let available: Promise<boolean> | undefined;
export function hasLocalRules(): Promise<boolean> {
  return (available ??= callRules('games', {}).then(() => true, () => false));
}
