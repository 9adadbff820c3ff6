import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../game/types';
import type { ClientMessage, TableUpdate, TableState, ServerMessage } from '../server/wire';

const store = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('location', { pathname: '/t/t1', search: '', hash: '' });
vi.stubGlobal('history', { pushState: vi.fn(), replaceState: vi.fn() });
vi.stubGlobal('window', { scrollTo: () => {} });

interface Question { say: Record<string, unknown>; done: (version: number) => void; fail: (why: Error) => void }
const line = vi.hoisted(() => ({ onMessage: (_: unknown) => {}, request: () => ({}) as unknown, sent: [] as unknown[], asked: [] as unknown[], able: true }));
const asked = () => line.asked as Question[];
const last = () => asked().at(-1)!;

vi.mock('../server/connection.svelte', () => ({
  connection: { state: { status: 'open' } },
  socket: {
    subscribe: (request: () => ClientMessage, onMessage: (message: ServerMessage) => void) => {
      line.request = request;
      line.onMessage = onMessage as (message: unknown) => void;
      return () => {};
    },
    send: (say: ClientMessage) => void line.sent.push(say),
    request: (say: unknown) => new Promise((done, fail) => line.asked.push({ say, done, fail })),
  },
}));

vi.mock('../rules', () => {
  class RulesError extends Error {}
  const callRules = async (name: string, args: { log: Log; seat: number; move: string; upto?: number }) => {
    if (name === 'play') {
      const event = { by: args.seat, move: args.move };
      return { tail: [event], snapshot: { from: args.log.events.length, events: [event] } };
    }
    if (name === 'adjudicate') return { winners: [0], scores: [9, 4], reason: 'stopped by agreement' };
    if (name !== 'view') throw new RulesError(`nobody asks ${name}`);
    const events = args.log.events.slice(0, args.upto);
    return {
      state: { seen: events.length }, position: '', phase: 'move', actor: events.length % 2, legal: ['x'], scores: [0, 0], result: null, offer: null,
      seats: 2, plays: [true, true], events, start: args.log.start, hides: false, secret: false, scored: true,
    };
  };
  return { callRules, RulesError, Engine: class { stop() {} }, hasLocalRules: async () => line.able };
});

const { LiveSession } = await import('./live.svelte');
const { ApiError } = await import('../server/api');
const { toasts } = await import('../ui/toasts.svelte');

const base: TableState = {
  id: 't1', version: 4, game: 'penguins', rules: {}, your_seats: [0], viewer: 0, host: 'u1', clock: '300+5', rated: false, public: true, takebacks: true,
  seats: [{ kind: 'person', user: 'u1', name: 'Ada', bot: false }, { kind: 'person', user: 'u2', name: 'Bo', bot: false, rating: 1500 }],
  substitute: null, tournament: null, rematch_of: null, next_table: null, created_ms: 0, fair: null, start: 's', hides: false, scored: true, events: [{ by: 0, move: 'a1' }, { by: 1, move: 'b1' }],
  board: { server: true } as unknown as TableState['board'], insight: {} as TableState['insight'],
  status: { at_ms: 0, stage: 'live', turn: 0, phase: 'move', position: 'p', scores: [1, 2], plays: [true, true], clocks: [{ left_ms: 9000, runs: true }, { left_ms: 8000, runs: false }], legal: ['a1-a2'] },
};
const receive = (message: object) => line.onMessage(message);
const state = (more: Partial<TableState> = {}) => receive({ type: 'state', ...base, ...more });
const update = (more: Partial<TableUpdate>) => receive({ type: 'update', table: 't1', from: 4, version: 5, entries: [], status: { ...base.status, turn: 1, legal: undefined }, ...more });
const settle = () => new Promise((done) => setTimeout(done, 0));

async function sit(more: Partial<TableState> = {}) {
  const session = new LiveSession('t1');
  await settle();
  state(more);
  return session;
}

beforeEach(() => {
  store.clear();
  line.sent.length = 0;
  line.asked.length = 0;
  line.able = true;
});

describe('a table on the server', () => {
  it('shows what the server sends, with its clocks', async () => {
    const session = await sit();
    expect(session.view).toMatchObject({ state: { server: true }, actor: 0, legal: ['a1-a2'], scores: [1, 2], localSeats: [0], viewer: 0 });
    expect(session.view!.occupants[1]).toMatchObject({ name: 'Bo', rating: 1500 });
    expect(session.clocks[0]).toMatchObject({ left_ms: 9000, runs: true });
    expect(line.request()).toEqual({ type: 'watch', table: 't1', from: 4, legal: true });
  });

  it('adds to the deal once, after the commitment, and notices another deal', async () => {
    const fair = { commitment: 'c0ffee', contributions: ['', ''] };
    const now = { ...base.status, stage: 'open' as const, turn: null, awaiting: [0, 1] };
    const session = await sit({ fair, status: now, start: null });
    await settle();
    expect(asked().map(({ say }) => say.type)).toEqual(['contribute']);
    expect(last().say).toMatchObject({ table: 't1', seat: 0 });
    const contribution = last().say.contribution as string;
    expect(contribution).toMatch(/^c0ffee\.[0-9a-f]{32}$/);
    last().done(2);
    await settle();
    const warned = () => toasts.list.some(({ text }) => text.includes('not the deal your browser contributed to'));
    state({ fair: { commitment: 'c0ffee', contributions: [contribution, 'c0ffee.other'] } });
    expect(warned()).toBe(false);
    state({ fair: { commitment: 'c0ffee', contributions: ['c0ffee.forged', 'c0ffee.other'] } });
    expect(warned()).toBe(true);
    session.close();
  });

  it('adds nothing where nothing is awaited of it', async () => {
    await sit({ fair: { commitment: 'c0ffee', contributions: ['', ''] }, status: { ...base.status, stage: 'open', awaiting: [1] }, start: null });
    await settle();
    expect(asked()).toEqual([]);
  });

  it('shows a local move at once, names the version it was chosen at, and then follows the server', async () => {
    const session = await sit();
    const moving = session.move('a1-a2');
    await settle();
    expect(session.view!.events).toHaveLength(3);
    expect(last().say).toEqual({ type: 'move', table: 't1', at: 4, move: 'a1-a2', seat: 0 });
    last().done(5);
    await moving;
    update({ entries: [{ type: 'game', event: { by: 0, move: 'a1-a2' } }] });
    await settle();
    expect(session.view).toMatchObject({ state: { seen: 3 }, actor: 1 });
    expect(session.state!.version).toBe(5);
  });

  it('takes a refused move back and requests the state again', async () => {
    const session = await sit();
    const moving = session.move('a1-a2');
    await settle();
    last().fail(new ApiError('stale', 'the move was chosen at version 4'));
    await expect(moving).rejects.toThrow('move again');
    expect(line.sent).toEqual([{ type: 'watch', table: 't1', from: undefined, legal: true }]);
    state({ version: 6 });
    expect(session.view!.events).toHaveLength(2);
  });

  it('asks the server for the position where it cannot be worked out here', async () => {
    line.able = false;
    await sit();
    update({ entries: [{ type: 'game', event: { by: 0, move: 'a1-a2' } }] });
    await settle();
    expect(line.sent).toEqual([{ type: 'watch', table: 't1', from: undefined, legal: true }]);
  });

  it('never replays hidden cards, but remembers the positions it was shown', async () => {
    const session = await sit({ game: 'montauk', events: [{ by: 1, move: null }] });
    update({ entries: [{ type: 'game', event: { by: 0, move: '7H' } }] });
    await settle();
    expect(line.sent).toHaveLength(1);
    expect((await session.viewAt(1)).state).toEqual({ server: true });
    await expect(session.viewAt(0)).rejects.toThrow('before you joined');
  });

  it('offers to stop only with the exact count in hand', async () => {
    const session = await sit();
    await session.askStop();
    expect(session.count!.scores).toEqual([9, 4]);
    expect(line.asked).toHaveLength(0);
    void session.offerStop();
    expect(last().say).toEqual({ type: 'act', table: 't1', act: 'stop?' });
  });

  it('knows what may be done: hints never against people, take-backs only with a move made', async () => {
    const session = await sit();
    expect(session.can).toMatchObject({ undo: true, hint: false, resign: true, stop: true, rematch: false, abort: false });
    state({ seats: [base.seats[0]!, { kind: 'engine', level: '3' }] });
    expect(session.can.hint).toBe(true);
    state({ rated: true, takebacks: false });
    expect(session.can).toMatchObject({ undo: false, hint: false });
    state({ your_seats: [], viewer: null });
    expect(session.can).toMatchObject({ undo: false, stop: false, resign: false, hint: false });
    state({ events: [] });
    expect(session.can.abort).toBe(true);
  });

  it('shows the chat except muted users, and who is present', async () => {
    const session = await sit();
    receive({ type: 'chat', table: 't1', line: { number: 1, name: 'Bo', user: 'u2', at_ms: 0, text: 'hello' } });
    receive({ type: 'chat', table: 'other', line: { number: 1, name: 'Bo', user: 'u2', at_ms: 0, text: 'elsewhere' } });
    receive({ type: 'presence', table: 't1', seats: [0], spectators: 2 });
    expect(session.tableInfo).toMatchObject({ lines: [{ text: 'hello' }], present: [0], spectators: 2 });
    session.setMuted('u2', true);
    expect(session.tableInfo!.lines).toEqual([]);
    session.setMuted('u2', false);
    expect(session.tableInfo!.lines).toHaveLength(1);
  });

  it('follows to the rematch, and notes who wants one', async () => {
    const over = { ...base.status, stage: 'over' as const, turn: null, legal: undefined };
    const session = await sit({ status: over });
    update({ entries: [{ type: 'rematch', by: 1 }], status: over });
    expect(session.tableInfo!.rematch).toEqual([1]);
    update({ from: 5, version: 6, entries: [{ type: 'rematch_created', table: 't2' }], status: over });
    expect(history.pushState).toHaveBeenCalledWith(null, '', '/t/t2');
  });

  it('stops the clocks while the server is offline', async () => {
    const session = await sit();
    expect(session.clocks[0]!.runs).toBe(true);
    const { connection: link } = await import('../server/connection.svelte');
    link.state = { status: 'lost', retryAt: 0 };
    state();
    expect(session.clocks.every((face) => !face!.runs)).toBe(true);
    link.state = { status: 'open' };
  });

  it('says why there is nothing to see', async () => {
    const session = new LiveSession('nowhere');
    receive({ type: 'error', id: null, error: { code: 'not_found', message: 'there is no table nowhere' } });
    expect(session.failed?.message).toBe('there is no table nowhere');
  });
});
