import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { geometryOf } from '../game/geometry';
import { readPosition } from '../game/position';
import type { GameEvent, Rules } from '../game/types';
import type { MoveCell } from '../rules/api';
import { GAIN, Motion, type Scene } from './motion.svelte';
import { NO_HISTORY } from './history';

const RULES: Rules = { topology: 'square' };
const FULL = { animate: true, less: false, there: null };

function scene(board: string, scores: number[], events: GameEvent[], claims: MoveCell = 'left'): Scene {
  const position = readPosition(RULES, { board: board.split('/').map((row) => row.split(' ')) }, { has_fish: true, removes: 'left', counted_under: false });
  return { key: `${board} ${events.length}`, claims, position, history: NO_HISTORY, scores, events };
}
const follow = (motion: Motion, next: Scene, how = FULL) => void motion.follow(next, geometryOf(next.position, 'slab'), how);
const eventsOf = (...moves: string[]): GameEvent[] => moves.map((move, at) => ({ by: at % 2, move }));

const start = scene('A2 1 1/1 1 B3', [0, 0], eventsOf('a2', 'c1'));
const first = scene('0 1 A1/1 1 B3', [2, 0], eventsOf('a2', 'c1', 'a2-c2'));
const second = scene('0 1 A1/B1 1 0', [2, 3], eventsOf('a2', 'c1', 'a2-c2', 'c1-a1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what a slide claims leaves from the cell that it left, and is gone after its flight', async () => {
  const motion = new Motion();
  motion.jump(start);
  follow(motion, first);
  expect(motion.gains).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  const at = geometryOf(start.position, 'slab').at.get('a2');
  expect(motion.gains).toMatchObject([{ seat: 0, n: 2, at }]);
  expect(motion.shown.key).toBe(first.key);
  await vi.advanceTimersByTimeAsync(GAIN);
  expect(motion.gains).toEqual([]);
});

test('an answer that comes at once does not swallow the gain before it', async () => {
  const motion = new Motion();
  motion.jump(start);
  follow(motion, first);
  await vi.advanceTimersByTimeAsync(50);
  follow(motion, second);
  expect(motion.gains.map(({ seat, n }) => [seat, n])).toEqual([[0, 2]]);
  await vi.advanceTimersByTimeAsync(800);
  expect(motion.gains.map(({ seat, n }) => [seat, n])).toEqual([[0, 2], [1, 3]]);
});

test('where the cell that is reached scores, the gain leaves from there', async () => {
  const motion = new Motion();
  motion.jump(scene('A2 1 1/1 1 B3', [0, 0], eventsOf('a2', 'c1'), 'reached'));
  follow(motion, scene('0 1 A1/1 1 B3', [1, 0], eventsOf('a2', 'c1', 'a2-c2'), 'reached'));
  await vi.advanceTimersByTimeAsync(800);
  expect(motion.gains).toMatchObject([{ n: 1, at: geometryOf(start.position, 'slab').at.get('c2') }]);
});

test('with less motion nothing flies, and looking back removes what flies', async () => {
  const motion = new Motion();
  motion.jump(start);
  follow(motion, first, { ...FULL, less: true });
  await vi.advanceTimersByTimeAsync(800);
  expect(motion.gains).toEqual([]);
  follow(motion, second);
  await vi.advanceTimersByTimeAsync(800);
  expect(motion.gains).toHaveLength(1);
  follow(motion, start, { ...FULL, animate: false });
  expect(motion.gains).toEqual([]);
});

test('a tile that is laid is in the air before it lies there', async () => {
  const motion = new Motion();
  motion.jump(scene('1 ?/? ?', [0, 0], eventsOf('1@a2')));
  follow(motion, scene('1 3/? ?', [0, 0], eventsOf('1@a2', '3@b2')));
  expect(motion.laying).toMatchObject({ fish: 3, name: 'b2' });
  expect(motion.shown.position.byName.get('b2')!.kind).toBe('unlaid');
  await vi.advanceTimersByTimeAsync(400);
  expect(motion.laying).toBeNull();
  expect(motion.shown.position.byName.get('b2')).toMatchObject({ kind: 'open', fish: 3 });
});
