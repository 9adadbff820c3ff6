import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Socket, type LinkState, type Wire } from './socket';
import type { Told } from './wire';

class Fake implements Wire {
  sent: Record<string, unknown>[] = [];
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  closed = false;
  send(text: string) { this.sent.push(JSON.parse(text) as Record<string, unknown>); }
  close() { this.closed = true; }
  tell(told: Partial<Told> & { is: Told['is'] }) { this.onmessage?.({ data: JSON.stringify(told) }); }
}

let wires: Fake[];
let states: LinkState[];
let socket: Socket;
const hello = { is: 'hello', you: { id: 'a', name: 'a', role: 'guest', bot: false }, server: '1' } as const;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  states = [];
  socket = new Socket(async () => wires[wires.push(new Fake()) - 1]!, (state) => states.push(state));
});
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  it('says what is followed when it is greeted, and again with the newest version after a loss', async () => {
    let version = 3;
    const heard: string[] = [];
    socket.stand(() => ({ do: 'watch', table: 't', from: version, legal: true }), (told) => heard.push(told.is));
    await settle();
    expect(wires[0]!.sent).toEqual([]);
    wires[0]!.tell(hello);
    expect(wires[0]!.sent).toEqual([{ do: 'watch', table: 't', from: 3, legal: true }]);
    version = 9;
    wires[0]!.onclose?.();
    expect(states.at(-1)!.is).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    wires[1]!.tell(hello);
    expect(wires[1]!.sent).toEqual([{ do: 'watch', table: 't', from: 9, legal: true }]);
    expect(heard).toEqual(['hello', 'hello']);
  });

  it('waits longer after every loss, and as long as a closing server asks', async () => {
    socket.stand(() => ({ do: 'lobby', on: true }), () => {});
    await settle();
    const wait = () => { const state = states.at(-1)!; return state.is === 'lost' ? state.again - Date.now() : null; };
    wires[0]!.onclose?.();
    expect(wait()).toBe(1000);
    await vi.advanceTimersByTimeAsync(1000);
    wires[1]!.onclose?.();
    expect(wait()).toBe(2000);
    await vi.advanceTimersByTimeAsync(2000);
    wires[2]!.tell(hello);
    wires[2]!.tell({ is: 'closing', retry_ms: 700 });
    wires[2]!.onclose?.();
    expect(wait()).toBe(700);
  });

  it('answers questions by their number, and fails those that were under way when the line broke', async () => {
    socket.stand(() => ({ do: 'lobby', on: true }), () => {});
    await expect(socket.ask({ do: 'ping' })).rejects.toMatchObject({ code: 'away' });
    await settle();
    wires[0]!.tell(hello);
    const move = socket.ask({ do: 'move', table: 't', at: 4, move: 'a1' });
    const act = socket.ask({ do: 'act', table: 't', act: 'resign' });
    const late = socket.ask({ do: 'chat', table: 't', text: 'hello' });
    const [first, second] = wires[0]!.sent.slice(1) as { id: number }[];
    wires[0]!.tell({ is: 'refused', id: second!.id, error: { code: 'refused', message: 'the game is over' } });
    wires[0]!.tell({ is: 'ok', id: first!.id, version: 5 });
    await expect(move).resolves.toBe(5);
    await expect(act).rejects.toMatchObject({ code: 'refused', message: 'the game is over' });
    const failing = expect(late).rejects.toMatchObject({ code: 'away' });
    wires[0]!.onclose?.();
    await failing;
  });

  it('gives a line up that has gone silent', async () => {
    socket.stand(() => ({ do: 'lobby', on: true }), () => {});
    await settle();
    wires[0]!.tell(hello);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(wires[0]!.closed).toBe(true);
    expect(wires.length).toBeGreaterThan(1);
  });

  it('says goodbye and hangs up when nobody follows anything', async () => {
    const leave = socket.stand(() => ({ do: 'watch', table: 't', legal: true }), () => {}, { do: 'unwatch', table: 't' });
    await settle();
    wires[0]!.tell(hello);
    leave();
    expect(wires[0]!.sent.at(-1)).toEqual({ do: 'unwatch', table: 't' });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(wires[0]!.closed).toBe(true);
    expect(states.at(-1)!.is).toBe('off');
  });
});
