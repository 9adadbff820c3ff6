import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Socket, type ConnectionState, type WebSocketLike } from './socket';
import type { ServerMessage } from './wire';

class Fake implements WebSocketLike {
  sent: Record<string, unknown>[] = [];
  onmessage: WebSocketLike['onmessage'] = null;
  onclose: WebSocketLike['onclose'] = null;
  closed = false;
  send(text: string) { this.sent.push(JSON.parse(text) as Record<string, unknown>); }
  close() { this.closed = true; }
  receive(message: Partial<ServerMessage> & { type: ServerMessage['type'] }) { this.onmessage?.({ data: JSON.stringify(message) }); }
}

let sockets: Fake[];
let states: ConnectionState[];
let socket: Socket;
const hello = { type: 'hello', you: { id: 'a', name: 'a', role: 'guest', bot: false }, server: '1' } as const;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  socket = new Socket(async () => sockets[sockets.push(new Fake()) - 1]!, (state) => states.push(state));
});
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  it('sends its subscriptions after the greeting, and again with the newest version after a loss', async () => {
    let version = 3;
    const received: string[] = [];
    socket.subscribe(() => ({ type: 'watch', table: 't', from: version, legal: true }), (message) => received.push(message.type));
    await settle();
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.receive(hello);
    expect(sockets[0]!.sent).toEqual([{ type: 'watch', table: 't', from: 3, legal: true }]);
    version = 9;
    sockets[0]!.onclose?.();
    expect(states.at(-1)!.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    sockets[1]!.receive(hello);
    expect(sockets[1]!.sent).toEqual([{ type: 'watch', table: 't', from: 9, legal: true }]);
    expect(received).toEqual(['hello', 'hello']);
  });

  it('waits longer after every loss, and as long as a closing server asks', async () => {
    socket.subscribe(() => ({ type: 'lobby', on: true }), () => {});
    await settle();
    const wait = () => { const state = states.at(-1)!; return state.status === 'lost' ? state.retryAt - Date.now() : null; };
    sockets[0]!.onclose?.();
    expect(wait()).toBe(1000);
    await vi.advanceTimersByTimeAsync(1000);
    sockets[1]!.onclose?.();
    expect(wait()).toBe(2000);
    await vi.advanceTimersByTimeAsync(2000);
    sockets[2]!.receive(hello);
    sockets[2]!.receive({ type: 'closing', retry_ms: 700 });
    sockets[2]!.onclose?.();
    expect(wait()).toBe(700);
  });

  it('answers questions by their number, and fails those that were under way when the line broke', async () => {
    socket.subscribe(() => ({ type: 'lobby', on: true }), () => {});
    await expect(socket.request({ type: 'ping' })).rejects.toMatchObject({ code: 'unreachable' });
    await settle();
    sockets[0]!.receive(hello);
    const move = socket.request({ type: 'move', table: 't', at: 4, move: 'a1' });
    const act = socket.request({ type: 'act', table: 't', act: 'resign' });
    const late = socket.request({ type: 'chat', table: 't', text: 'hello' });
    const [first, second] = sockets[0]!.sent.slice(1) as { id: number }[];
    sockets[0]!.receive({ type: 'error', id: second!.id, error: { code: 'refused', message: 'the game is over' } });
    sockets[0]!.receive({ type: 'ok', id: first!.id, version: 5 });
    await expect(move).resolves.toBe(5);
    await expect(act).rejects.toMatchObject({ code: 'refused', message: 'the game is over' });
    const failing = expect(late).rejects.toMatchObject({ code: 'unreachable' });
    sockets[0]!.onclose?.();
    await failing;
  });

  it('gives a line up that has gone silent', async () => {
    socket.subscribe(() => ({ type: 'lobby', on: true }), () => {});
    await settle();
    sockets[0]!.receive(hello);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('unsubscribes and closes when there are no subscriptions left', async () => {
    const leave = socket.subscribe(() => ({ type: 'watch', table: 't', legal: true }), () => {}, { type: 'unwatch', table: 't' });
    await settle();
    sockets[0]!.receive(hello);
    leave();
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'unwatch', table: 't' });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(sockets[0]!.closed).toBe(true);
    expect(states.at(-1)!.status).toBe('off');
  });
});
