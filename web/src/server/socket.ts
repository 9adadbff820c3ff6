/// One WebSocket to the server, which comes back by itself. What somebody follows is followed again after a loss.
import { t } from '../texts';
import { Refusal } from './api';
import type { Say, Told } from './wire';

export type LinkState = { is: 'off' } | { is: 'opening' } | { is: 'open' } | { is: 'lost'; again: number };

/// As much of a WebSocket as is needed.
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/// Something that is to be told to the server whenever the connection is new.
interface Standing {
  wish: () => Say;
  hear: (told: Told) => void;
}

interface Question {
  done: (version: number | null) => void;
  fail: (why: Error) => void;
}

/// The wait before each new attempt; `closing` names its own.
const WAITS = [1000, 2000, 4000, 8000, 15000];
const PING = 20_000;
const IDLE = 30_000;

// Each kind of message apart, so that leaving out `id` keeps them apart.
type Ask = Say extends infer S ? (S extends { id?: number } ? Omit<S, 'id'> : never) : never;

export class Socket {
  private wire: Wire | null = null;
  private open = false;
  private standing = new Set<Standing>();
  private questions = new Map<number, Question>();
  private next = 1;
  private losses = 0;
  private retry: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  constructor(
    private readonly connect: () => Promise<Wire>,
    private readonly tell: (state: LinkState) => void,
  ) {}

  /// Says `wish()` now and after every loss, and hears everything until the returned function is called.
  stand(wish: () => Say, hear: (told: Told) => void, bye?: Say): () => void {
    const standing = { wish, hear };
    this.standing.add(standing);
    if (this.open) this.send(wish());
    else if (!this.wire) this.start();
    return () => {
      this.standing.delete(standing);
      if (bye && this.open) this.send(bye);
      if (!this.standing.size) this.rest();
    };
  }

  /// Asks for something to be done; gives the version of the table after it.
  ask(say: Ask): Promise<number | null> {
    if (!this.open) return Promise.reject(new Refusal('away', t('play.notSent')));
    const id = this.next++;
    return new Promise((done, fail) => {
      this.questions.set(id, { done, fail });
      this.send({ ...say, id } as Say);
    });
  }

  /// Says something that has no answer of its own.
  send(say: Say): void {
    if (this.open) this.wire?.send(JSON.stringify(say));
  }

  /// Connects anew at once: somebody else is signed in, or the network is back.
  again(): void {
    this.losses = 0;
    this.drop();
    if (this.standing.size) this.start();
  }

  private start(): void {
    clearTimeout(this.timer);
    this.tell({ is: 'opening' });
    this.connect().then((wire) => this.use(wire), () => this.lose());
  }

  private use(wire: Wire): void {
    this.wire?.close();
    this.wire = wire;
    this.heard = Date.now();
    wire.onmessage = ({ data }) => this.hear(JSON.parse(data) as Told);
    wire.onclose = () => {
      if (this.wire === wire) this.lose();
    };
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      // A line that says nothing at all for two pings is dead, whatever the network believes.
      if (Date.now() - this.heard > 2.5 * PING) this.lose();
      else this.send({ do: 'ping' });
    }, PING);
  }

  private hear(told: Told): void {
    this.heard = Date.now();
    if (told.is === 'hello') {
      this.open = true;
      this.losses = 0;
      this.retry = null;
      this.tell({ is: 'open' });
      for (const { wish } of this.standing) this.send(wish());
    }
    if (told.is === 'closing') this.retry = told.retry_ms;
    if ((told.is === 'ok' || told.is === 'refused') && told.id !== null) {
      const question = this.questions.get(told.id);
      this.questions.delete(told.id);
      if (told.is === 'ok') question?.done(told.version);
      else question?.fail(new Refusal(told.error.code, told.error.message));
    }
    for (const { hear } of [...this.standing]) hear(told);
  }

  private lose(): void {
    this.drop();
    if (!this.standing.size) return this.tell({ is: 'off' });
    const wait = this.retry ?? WAITS[Math.min(this.losses, WAITS.length - 1)]!;
    this.losses++;
    this.retry = null;
    this.tell({ is: 'lost', again: Date.now() + wait });
    this.timer = setTimeout(() => this.start(), wait);
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearInterval(this.beat);
    const wire = this.wire;
    this.wire = null;
    this.open = false;
    wire?.close();
    const lost = new Refusal('away', t('play.lostAnswer'));
    for (const { fail } of this.questions.values()) fail(lost);
    this.questions.clear();
  }

  /// Nobody follows anything: after a while the line is given up.
  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.standing.size) return;
      this.drop();
      this.tell({ is: 'off' });
    }, IDLE);
  }
}
