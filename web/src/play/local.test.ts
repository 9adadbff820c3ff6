import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent, Log, SeatInfo, Snapshot } from '../game/types';
import type { SavedGame } from './savedGames';

/** A tiny game behind the rules' door: seats take turns adding a number; after `END` moves the last mover has won. */
const END = 6;
const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
});
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });

const rules = vi.hoisted(() => ({ hides: false, thinks: [] as { level: string }[], seats: 2 }));

function look(log: Log, upto = log.events.length): Snapshot {
  const events = log.events.slice(0, upto);
  const moves = events.filter((event) => 'move' in event);
  const gone = events.find((event) => 'action' in event && ['resign', 'forfeit'].includes(event.action as string)) as { by: number; action: string } | undefined;
  const asked = events.reduce<{ by: number; waiting: number[] } | null>((offer, event) => {
    if (!('action' in event)) return offer;
    if (event.action === 'stop?') return { by: event.by as number, waiting: [...Array(rules.seats).keys()].filter((seat) => seat !== event.by) };
    if (event.action === 'accept' && offer) return { ...offer, waiting: offer.waiting.filter((seat) => seat !== event.by) };
    return event.action === 'refuse' ? null : offer;
  }, null);
  const plays = Array.from({ length: rules.seats }, (_, seat) => !events.some((event) => 'action' in event && event.action === 'eliminate' && event.by === seat));
  const seats = [...plays.keys()].filter((seat) => plays[seat]);
  const stopped = asked !== null && asked.waiting.length === 0;
  const over = moves.length >= END || !!gone || stopped;
  return {
    state: {} as Snapshot['state'], insight: {} as Snapshot['insight'], from: 0, position: String(moves.length), phase: 'move', actor: over ? null : seats[moves.length % seats.length]!, legal: over ? [] : ['one', 'two'],
    scores: Array(rules.seats).fill(0) as number[],
    result: over ? { winners: [gone ? 1 - gone.by : 0], scores: [1, 0], reason: gone ? `seat ${gone.by} ${gone.action}` : 'done' } : null,
    offer: asked && !over ? { ...asked, outcome: { winners: [0], scores: [3, 2], reason: 'stopped by agreement' } } : null,
    seats: rules.seats, plays, events, start: log.start, hides: rules.hides, secret: rules.hides && !over, scored: true,
  };
}

vi.mock('../rules', () => {
  class RulesError extends Error {
    constructor(message: string, readonly kind = 'failed') {
      super(message);
    }
  }
  const callRules = async (name: string, args: { log: Log; seat: number; move: string; ms: number; action: string; upto?: number; viewer: unknown }) => {
    const grown = (event: GameEvent) => {
      const seen = look({ ...args.log, events: [...args.log.events, event] });
      return { tail: [event], snapshot: { ...seen, from: args.log.events.length, events: [event] } };
    };
    if (name === 'view') return look(args.log, args.upto);
    if (name === 'play') {
      if (look(args.log).actor !== args.seat) throw new RulesError(`it is not seat ${args.seat}'s turn`);
      return grown({ by: args.seat, move: args.move, ms: args.ms });
    }
    // As the rules decide: one of two forfeits, one of more is eliminated.
    const penalty = rules.seats > 2 ? 'eliminate' : 'forfeit';
    if (name === 'act') return grown({ by: args.seat, action: args.action === 'timeout' ? penalty : args.action as 'resign' });
    if (name === 'adjudicate') return { winners: [0], scores: [3, 2], reason: 'stopped by agreement' };
    if (name === 'canonical') {
      if (!['one', 'two', '1'].includes(args.move)) throw new RulesError(`'${args.move}' is not a move; try one`);
      return { move: args.move === '1' ? 'one' : args.move };
    }
    throw new Error(`nobody asks ${name}`);
  };
  class Engine {
    private fail: ((why: Error) => void) | null = null;
    async call(_name: string, args: { level: string }) {
      rules.thinks.push(args);
      const stopped = new Promise<never>((_, fail) => (this.fail = fail));
      const answer = new Promise((done) => setTimeout(() => done({ best: 'two', lines: [{ moves: ['two'], win: 0.6, margin: null, exact: true, reasons: ['cuts off 14 fish', 'leaves {0} 3 moves'] }], nodes: 1, depth: 1 }), 100));
      return Promise.race([answer, stopped]);
    }
    stop() { this.fail?.(new RulesError('stopped', 'stopped')); this.fail = null; }
  }
  return { callRules, Engine, RulesError, hasLocalRules: async () => true };
});

const { LocalSession } = await import('./local.svelte');
const { savedGames, loadGame } = await import('./savedGames');

const ada: SeatInfo = { kind: 'local', name: 'Ada' };
const bo: SeatInfo = { kind: 'local', name: 'Bo' };
const engine: SeatInfo = { kind: 'engine', level: '1' };

function game(seats: SeatInfo[], more: Partial<SavedGame> = {}): SavedGame {
  rules.seats = seats.length;
  return {
    id: 'g', game: 'penguins', seats, log: { game: 'penguins', rules: {}, start: 's', events: [], seed: 1 }, clock: null, left_ms: null,
    begun: 1, changed: 1, result: null, ...more,
  };
}

async function sit(seats: SeatInfo[], more: Partial<SavedGame> = {}) {
  const session = new LocalSession(game(seats, more));
  await session.begin();
  return session;
}

const moves = (session: InstanceType<typeof LocalSession>) => session.view!.events.map((event) => ('move' in event ? event.move : 'action' in event ? event.action : '?'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  store.clear();
  rules.hides = false;
  rules.thinks.length = 0;
});

describe('a game on this device', () => {
  it('lets the engine answer, and saves the game after every move', async () => {
    const session = await sit([ada, engine]);
    await session.move('one');
    expect(session.thinking).toBe(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(rules.thinks.map(({ level }) => level)).toEqual(['1']);
    expect(moves(session)).toEqual(['one', 'two']);
    expect(session.thinking).toBeNull();
    expect(loadGame('g')!.log.events).toHaveLength(2);
    expect(savedGames()).toMatchObject([{ id: 'g', moves: 2, result: null }]);
  });

  it('resumes after a reload, with the engine to move', async () => {
    const before = await sit([ada, engine]);
    await before.move('one');
    before.close();
    await vi.advanceTimersByTimeAsync(1000);
    const after = new LocalSession(loadGame('g')!);
    await after.begin();
    await vi.advanceTimersByTimeAsync(700);
    expect(moves(after)).toEqual(['one', 'two']);
  });

  it('undoes to the last local move, again and again, while an engine thinks and after the end', async () => {
    const session = await sit([ada, engine]);
    await session.move('one');
    await vi.advanceTimersByTimeAsync(700);
    await session.move('one');
    await session.undo();
    expect(session.thinking).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(moves(session)).toEqual(['one', 'two']);
    await session.resign();
    expect(session.view!.result!.winners).toEqual([1]);
    await session.undo();
    expect(session.view!.result).toBeNull();
    await session.undo();
    expect(moves(session)).toEqual([]);
    expect(session.can.undo).toBe(false);
  });

  it('reads moves as text, and reports what the rules say about nonsense', async () => {
    const session = await sit([ada, bo]);
    await session.write('1');
    expect(moves(session)).toEqual(['one']);
    await expect(session.write('castle')).rejects.toThrow("'castle' is not a move; try one");
  });

  it('counts before it offers to stop; engines agree, people are asked', async () => {
    const session = await sit([ada, engine]);
    await session.askStop();
    expect(session.count!.scores).toEqual([3, 2]);
    expect(moves(session)).toEqual([]);
    await session.offerStop();
    expect(session.view!.result).not.toBeNull();

    const two = await sit([ada, bo]);
    await two.askStop();
    await two.offerStop();
    expect(two.view!.offer!.waiting).toEqual([1]);
    await two.answerStop(false);
    expect(two.view!.offer).toBeNull();
    expect(two.view!.result).toBeNull();
  });

  it('gives a hint with its reasons, which the next move wipes away', async () => {
    const session = await sit([ada, bo]);
    const asked = session.askHint();
    await vi.advanceTimersByTimeAsync(150);
    await asked;
    expect(session.hint).toEqual({ arrow: { move: 'two', rank: 1, exact: true }, reasons: ['cuts off 14 fish', 'leaves Coral 3 moves'] });
    await session.move('two');
    expect(session.hint).toBeNull();
  });

  it('runs the clock of the player to move, adds time after moves, and ends the game when it runs out', async () => {
    const session = await sit([ada, bo], { clock: '10+2' });
    expect(session.clocks.map((face) => face!.runs)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(4000);
    await session.move('one');
    expect(session.clocks.map((face) => Math.round(face!.left_ms / 1000))).toEqual([8, 10]);
    expect(loadGame('g')!.left_ms!.map((ms) => Math.round(ms / 1000))).toEqual([8, 10]);
    await vi.advanceTimersByTimeAsync(10_100);
    expect(session.view!.events.at(-1)).toEqual({ by: 1, action: 'forfeit' });
    expect(session.view!.result!.winners).toEqual([0]);
    expect(session.clocks.every((face) => !face!.runs)).toBe(true);
  });

  it('gives the time back with what is undone: a timeout, then a move', async () => {
    const session = await sit([ada, bo], { clock: '10+2' });
    const left = () => session.clocks.map((face) => Math.round(face!.left_ms / 1000));
    await vi.advanceTimersByTimeAsync(4000);
    await session.move('one');
    await vi.advanceTimersByTimeAsync(10_100);
    expect(session.view!.result).not.toBeNull();
    await session.undo();
    expect(session.view!.result).toBeNull();
    expect(left()).toEqual([8, 10]);
    await vi.advanceTimersByTimeAsync(9000);
    expect(session.view!.result).toBeNull();
    await session.undo();
    expect([moves(session), left()]).toEqual([[], [10, 10]]);
    expect(loadGame('g')!.left_ms).toEqual([10_000, 10_000]);
  });

  it('undoes the timeout of one of three', async () => {
    const session = await sit([ada, bo, { kind: 'local', name: 'Cy' }], { clock: '10+2' });
    await vi.advanceTimersByTimeAsync(10_100);
    expect(session.view!.events.at(-1)).toEqual({ by: 0, action: 'eliminate' });
    await session.undo();
    expect(session.view!.events).toEqual([]);
    expect(session.clocks[0]!.left_ms).toBe(10_000);
  });

  it('covers the cards between two people, and never for one', async () => {
    rules.hides = true;
    const two = await sit([ada, bo], { game: 'montauk' });
    expect(two.passScreenTo).toBe(0);
    two.revealHand();
    await vi.advanceTimersByTimeAsync(0);
    expect([two.passScreenTo, two.view!.viewer]).toEqual([null, 0]);
    await two.move('one');
    expect(two.passScreenTo).toBe(1);
    const one = await sit([ada, engine], { game: 'montauk' });
    expect([one.passScreenTo, one.view!.viewer]).toEqual([null, 0]);
  });

  it('does not listen to an engine whose game has been closed', async () => {
    const session = await sit([ada, engine]);
    await session.move('one');
    session.close();
    await vi.advanceTimersByTimeAsync(2000);
    expect(loadGame('g')!.log.events).toHaveLength(1);
  });

  it('keeps the last fifty games', async () => {
    for (let n = 0; n < 52; n++) await (await sit([ada, bo], { id: `g${n}` })).move('one');
    expect(savedGames()).toHaveLength(50);
    expect(savedGames()[0]!.id).toBe('g51');
    expect(loadGame('g0')).toBeNull();
    expect(loadGame('g51')).not.toBeNull();
  });
});
