// One WebSocket to the server, which reconnects automatically. Subscriptions are sent again after a loss.
import { t } from '../texts';
import { ApiError } from './api';
import type { ClientMessage, ServerMessage } from './wire';

export type ConnectionState = { status: 'off' } | { status: 'opening' } | { status: 'open' } | { status: 'lost'; retryAt: number };

/** As much of a WebSocket as is needed. */
export interface WebSocketLike {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** A subscription, sent to the server on every new connection. */
interface Subscription {
  request: () => ClientMessage;
  onMessage: (message: ServerMessage) => void;
}

interface PendingReply {
  resolve: (version: number | null) => void;
  reject: (why: Error) => void;
}

/** The wait before each new attempt; `closing` names another. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15000];
const PING_MS = 20_000;
const IDLE_MS = 30_000;

// A union of separate message types, so that leaving out `id` preserves them.
type Request = ClientMessage extends infer S ? (S extends { id?: number } ? Omit<S, 'id'> : never) : never;

export class Socket {
  private socket: WebSocketLike | null = null;
  private open = false;
  private subscriptions = new Set<Subscription>();
  private pending = new Map<number, PendingReply>();
  private next = 1;
  private losses = 0;
  private retry: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private lastMessage = 0;

  constructor(
    private readonly connect: () => Promise<WebSocketLike>,
    private readonly onState: (state: ConnectionState) => void,
  ) {}

  /** Sends `request()` now and after every loss, and receives every message until the returned function is called. */
  subscribe(request: () => ClientMessage, onMessage: (message: ServerMessage) => void, bye?: ClientMessage): () => void {
    const subscription = { request, onMessage };
    this.subscriptions.add(subscription);
    if (this.open) this.send(request());
    else if (!this.socket) this.start();
    return () => {
      this.subscriptions.delete(subscription);
      if (bye && this.open) this.send(bye);
      if (!this.subscriptions.size) this.closeWhenIdle();
    };
  }

  /** Asks for something to be done; gives the version of the table after it. */
  request(message: Request): Promise<number | null> {
    if (!this.open) return Promise.reject(new ApiError('unreachable', t('play.notSent')));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ ...message, id } as ClientMessage);
    });
  }

  /** Sends a message without a reply. */
  send(message: ClientMessage): void {
    if (this.open) this.socket?.send(JSON.stringify(message));
  }

  /** Reconnects at once: the user has changed, or the network is back. */
  reconnect(): void {
    this.losses = 0;
    this.drop();
    if (this.subscriptions.size) this.start();
  }

  private start(): void {
    clearTimeout(this.timer);
    this.onState({ status: 'opening' });
    this.connect().then((socket) => this.attach(socket), () => this.onLost());
  }

  private attach(socket: WebSocketLike): void {
    this.socket?.close();
    this.socket = socket;
    this.lastMessage = Date.now();
    socket.onmessage = ({ data }) => this.onMessage(JSON.parse(data) as ServerMessage);
    socket.onclose = () => {
      if (this.socket === socket) this.onLost();
    };
    clearInterval(this.pingTimer);
    this.pingTimer = setInterval(() => {
      // A connection that is silent for two pings is dead.
      if (Date.now() - this.lastMessage > 2.5 * PING_MS) this.onLost();
      else this.send({ type: 'ping' });
    }, PING_MS);
  }

  private onMessage(message: ServerMessage): void {
    this.lastMessage = Date.now();
    if (message.type === 'hello') {
      this.open = true;
      this.losses = 0;
      this.retry = null;
      this.onState({ status: 'open' });
      for (const { request } of this.subscriptions) this.send(request());
    }
    if (message.type === 'closing') this.retry = message.retry_ms;
    if ((message.type === 'ok' || message.type === 'error') && message.id !== null) {
      const reply = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.type === 'ok') reply?.resolve(message.version);
      else reply?.reject(new ApiError(message.error.code, message.error.message, message.error.kind));
    }
    for (const { onMessage } of [...this.subscriptions]) onMessage(message);
  }

  private onLost(): void {
    this.drop();
    if (!this.subscriptions.size) return this.onState({ status: 'off' });
    const wait = this.retry ?? RETRY_DELAYS_MS[Math.min(this.losses, RETRY_DELAYS_MS.length - 1)]!;
    this.losses++;
    this.retry = null;
    this.onState({ status: 'lost', retryAt: Date.now() + wait });
    this.timer = setTimeout(() => this.start(), wait);
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearInterval(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    this.open = false;
    socket?.close();
    const lost = new ApiError('unreachable', t('play.lostAnswer'));
    for (const { reject } of this.pending.values()) reject(lost);
    this.pending.clear();
  }

  /** Without subscriptions the connection is closed after a while. */
  private closeWhenIdle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.subscriptions.size) return;
      this.drop();
      this.onState({ status: 'off' });
    }, IDLE_MS);
  }
}
