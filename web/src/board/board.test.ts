import { expect, test } from 'vitest';
import fixtures from './fixtures/positions.json';
import { geometryOf } from '../game/geometry';
import { readPosition } from '../game/position';
import type { Insight, SlideInsight, SlideState } from '../rules/api';
import type { Rules } from '../game/types';
import { cycle, cellForKey } from './keys';
import { historyOf } from './history';
import { cellAt } from './pointer';
import { digit, hand } from './paper/wobble';

type Name = keyof typeof fixtures;
const read = (name: Name) =>
  readPosition(fixtures[name].rules as unknown as Rules, fixtures[name].state as SlideState, fixtures[name].insight as SlideInsight);
const history = (name: 'paper-mid' | 'amazons-mid' | 'penguins-mid') => {
  const { rules, start, moves, insight } = fixtures[name];
  return historyOf({ insight: insight as Insight, rules: rules as unknown as Rules, start, events: moves.map((move, at) => ({ by: at % 2, move })) });
};

test('the history knows who crossed out what, and what stood there', () => {
  const { by, fish, last, holes } = history('paper-mid');
  const gone = read('paper-mid').cells.filter((cell) => cell.kind === 'gone');
  // No seat was skipped in this game, so seats alternate.
  expect(gone.filter((cell) => !by.has(cell.name))).toEqual([]);
  expect(gone.every((cell) => fish.get(cell.name)! > 0)).toBe(true);
  expect(holes.size).toBe(0);
  expect(`${last!.left}-${last!.reached}`).toBe(fixtures['paper-mid'].moves.at(-1));
});

test('in Amazons it is the shot that leaves play', () => {
  const { by } = history('amazons-mid');
  const gone = read('amazons-mid').cells.filter((cell) => cell.kind === 'gone').map((cell) => cell.name);
  expect([...by.keys()].sort()).toEqual(gone.sort());
});

test('the ray keys go where the rays go', () => {
  const hex = read('islands');
  const from = hex.byName.get('g5')!;
  expect('wedxza'.split('').map((key) => cellForKey(hex, from, key)?.name ?? null)).toEqual(['h4', null, 'g6', null, 'f4', 'g4']);
  const square = read('amazons-mid');
  expect('qwedcxza'.split('').map((key) => cellForKey(square, square.byName.get('e5')!, key)!.name))
    .toEqual(['d6', 'e6', 'f6', 'f5', 'f4', 'e4', 'd4', 'd5']);
  expect(cellForKey(hex, from, 'k')).toBeUndefined();
});

test('N, P and T go round', () => {
  const position = read('amazons-start');
  const own = new Set(['a4', 'd1', 'g1', 'j4']);
  expect(cycle(position, own, 'a4')).toBe('j4');
  expect(cycle(position, own, 'g1')).toBe('a4');
  expect(cycle(position, own, 'a4', true)).toBe('g1');
  expect(cycle(position, own, 'e10')).toBe('a4');
  expect(cycle(position, new Set(), 'a4')).toBeNull();
});

test('a finger between two cells hits the one that can be chosen', () => {
  const geometry = geometryOf(read('penguins-mid'), 'hex');
  const [a, b] = [geometry.at.get('c4')!, geometry.at.get('c5')!];
  const nearA = { x: a.x * 0.54 + b.x * 0.46, y: a.y };
  expect(cellAt(geometry, nearA, new Set())).toBe('c4');
  expect(cellAt(geometry, nearA, new Set(['c5']))).toBe('c5');
  expect(cellAt(geometry, a, new Set(['c5']))).toBe('c4');
  expect(cellAt(geometry, { x: -400, y: -400 }, new Set(['c5']))).toBeNull();
});

test('a hand draws the same cell the same way, and other cells differently', () => {
  expect(digit(2, 'd4')).toEqual(digit(2, 'd4'));
  expect(digit(2, 'd4')).not.toEqual(digit(2, 'd5'));
  const draw = hand('a1');
  const drawn = Array.from({ length: 1000 }, draw);
  expect(Math.min(...drawn)).toBeLessThan(-0.9);
  expect(Math.max(...drawn)).toBeGreaterThan(0.9);
  expect(drawn.every((n) => n >= -1 && n <= 1)).toBe(true);
});
