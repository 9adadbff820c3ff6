// Judging moves, and a puzzle from the first wrong try to the end of its line.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log, Snapshot } from '../game/types';
import type { Answer, Name } from '../rules/calls';
import { nextAfter } from './choose';
import { beginsAt, checkMove } from './checkMove';
import type { CallRules } from './line';
import type { Puzzle } from './puzzle';
import { Solving } from './solving.svelte';
import { endsOf, goalOf, feedback, themeName } from './text';

const puzzle: Puzzle = {
  id: 'penguins-007', game: 'penguins', rules: {}, position: '1', seat: 0, goal: 'margin', solution: ['a1-a3', 'b1-b2', 'a3-a4'],
  best: 3, second: -1, difficulty: 2, themes: ['cut off'], seed: 1,
};

/** Rules that let two sides alternate and accept every move: only the flow is tested here. */
const callRules: CallRules = async <N extends Name>(name: N, args: unknown) => {
  const { log, move } = args as { log: Log; move: string };
  const seat = log?.events.length % 2;
  const seenAfter = (events: Log['events']) => ({
    state: {} as Snapshot['state'], insight: {} as Snapshot['insight'], position: '', phase: 'move', actor: events.length % 2, legal: [], scores: [0, 0],
    result: null, offer: null, seats: 2, plays: [true, true], start: '1', hides: false, secret: false, scored: true,
  });
  const event = { by: seat, move };
  const answers: Partial<Record<Name, unknown>> = {
    open: { game: 'penguins', rules: {}, start: '1', events: [], seed: 1 } satisfies Log,
    play: log && { tail: [event], snapshot: { ...seenAfter([...log.events, event]), from: log.events.length, events: [event] } } satisfies Answer<'play'>,
    view: log && ({ ...seenAfter(log.events), from: 0, events: log.events } satisfies Snapshot),
  };
  return answers[name] as Answer<N>;
};

describe('judging', () => {
  it('takes the first move for right or wrong, and later ones for the line’s or others', () => {
    expect(checkMove(puzzle, 0, 'a1-a3')).toBe('right');
    expect(checkMove(puzzle, 0, 'a1-a2')).toBe('wrong');
    expect(checkMove(puzzle, 2, 'a3-a4')).toBe('right');
    expect(checkMove(puzzle, 2, 'a3-a2')).toBe('other');
  });

  it('knows where a move begins', () => {
    expect(beginsAt('amazons', 'd1-d7/g7')).toBe('d1');
    expect(beginsAt('penguins', 'd4')).toBe('d4');
    expect(beginsAt('penguins', 'pass')).toBeNull();
    expect(beginsAt('montauk', '7H')).toBeNull();
    expect(beginsAt('penguins', undefined)).toBeNull();
  });

  it('says goal and end in words', () => {
    expect(goalOf(puzzle)).toBe('One move gains 4 fish more than any other.');
    expect(endsOf(puzzle)).toBe('It ends 3 fish ahead; the next best move ends 1 fish behind.');
    expect(endsOf({ ...puzzle, goal: 'win', best: 0, second: -2 })).toBe('It ends tied and wins on tiles; the next best move ends 2 fish behind.');
    expect(themeName('cut off')).toBe('cutting off');
    expect(themeName('something new')).toBe('something new');
    expect(endsOf({ ...puzzle, game: 'amazons', best: 1, second: 0 })).toBe('No other move does better than a tie.');
    expect(goalOf({ ...puzzle, game: 'amazons', goal: 'win', best: 1, second: -1 })).toBe('Only one move wins.');
  });
});

it('finds the next one to be solved', () => {
  const puzzles = ['a-1', 'a-2', 'a-3'].map((id) => ({ ...puzzle, id }));
  const is = (...ids: string[]) => (id: string) => ids.includes(id);
  expect(nextAfter(puzzles, 'a-1', is())?.id).toBe('a-2');
  expect(nextAfter(puzzles, 'a-1', is('a-2'))?.id).toBe('a-3');
  expect(nextAfter(puzzles, 'a-3', is('a-1'))?.id).toBe('a-2');
  expect(nextAfter(puzzles, 'a-3', is('a-1', 'a-2', 'a-3'))?.id).toBe('a-1');
  expect(nextAfter(puzzles.slice(0, 1), 'a-1', is())).toBeNull();
});

describe('solving', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function opened() {
    const done = vi.fn();
    const solving = new Solving(puzzle, callRules, done);
    await solving.open();
    return { solving, done };
  }
  const wait = () => vi.advanceTimersByTimeAsync(5000);

  it('takes a wrong move back and counts it', async () => {
    const { solving, done } = await opened();
    void solving.move('a1-a2');
    await vi.advanceTimersByTimeAsync(10);
    expect(solving.view!.events).toEqual([{ by: 0, move: 'a1-a2' }]);
    await wait();
    expect(solving.view!.events).toEqual([]);
    expect([solving.phase, solving.tries, feedback(solving).kind]).toEqual(['ask', 1, 'off']);
    expect(done).not.toHaveBeenCalled();
  });

  it('is solved by the right first move; the other side answers, and the line is asked for', async () => {
    const { solving, done } = await opened();
    void solving.move('a1-a2');
    await wait();
    void solving.move('a1-a3');
    expect(done).toHaveBeenCalledExactlyOnceWith(2);
    await wait();
    expect([solving.phase, solving.ply, solving.isRevealed]).toEqual(['ask', 2, false]);
    void solving.move('a3-a4');
    await wait();
    expect([solving.phase, solving.ply, feedback(solving).kind]).toEqual(['over', 3, 'good']);
  });

  it('shows how the line goes where another move was chosen later', async () => {
    const { solving } = await opened();
    void solving.move('a1-a3');
    await wait();
    void solving.move('a3-a2');
    await wait();
    expect([solving.phase, solving.ply]).toEqual(['over', 3]);
    expect(feedback(solving).text).toContain('a3-a4');
  });

  it('does not count what was shown', async () => {
    const { solving, done } = await opened();
    void solving.show();
    await wait();
    expect([solving.phase, solving.ply]).toEqual(['over', 3]);
    solving.go(1);
    expect(solving.view!.events).toHaveLength(1);
    solving.again();
    void solving.move('a1-a3');
    await wait();
    expect(done).not.toHaveBeenCalled();
  });

  it('points at the piece first, then names the themes', async () => {
    const { solving } = await opened();
    expect(solving.marks).toEqual([]);
    solving.hint();
    expect([solving.marks, solving.gives('themes')]).toEqual([['a1'], false]);
    solving.hint();
    solving.hint();
    expect([solving.hints, solving.gives('themes')]).toEqual([2, true]);
  });

  it('allows no stepping ahead before the line is revealed', async () => {
    const { solving } = await opened();
    solving.go(2);
    expect(solving.ply).toBe(0);
  });
});
