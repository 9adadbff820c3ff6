import { expect, test } from 'vitest';
import fixtures from '../board/fixtures/positions.json';
import { cellsIn, letters, readPosition } from './position';
import type { SlideInsight, SlideState } from '../rules/api';
import type { Rules } from './types';

type Name = keyof typeof fixtures;
const read = (name: Name) =>
  readPosition(fixtures[name].rules as unknown as Rules, fixtures[name].state as SlideState, fixtures[name].insight as SlideInsight);

test('letters continue after z', () => {
  expect([0, 25, 26, 51, 52].map(letters)).toEqual(['a', 'z', 'aa', 'az', 'ba']);
});

test('hex rows stand half a hex off, the bottom row being a long one', () => {
  const position = read('penguins-mid');
  expect(position.rows.map((row) => row.length)).toEqual([7, 8, 7, 8, 7, 8, 7, 8]);
  expect(position.rows[0]![0]).toMatchObject({ name: 'h1', x: 1 });
  expect(position.rows[7]![7]).toMatchObject({ name: 'a8', x: 14 });
});

test('an outline with gaps keeps them', () => {
  const position = read('islands');
  expect(position.rows[4]!.map((cell) => [cell.name, cell.x])).toEqual([['d1', 3], ['d2', 13]]);
  expect(position.rows[0]![4]).toMatchObject({ name: 'h5', x: 11 });
});

test.each(Object.keys(fixtures) as Name[])('%s: every cell of a legal move is known by its name', (name) => {
  const { byName } = read(name);
  const names = fixtures[name].legal.flatMap((text) => text.match(/\[\d+,\d+\]|[a-z]+\d+/g) ?? []);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((cell) => !byName.has(cell))).toEqual([]);
});

test.each(['amazons-mid', 'penguins-four', 'fish-mid', 'paper-mid'] as Name[])('%s: pieces to move are the actor’s', (name) => {
  const { byName } = read(name);
  const from = new Set(fixtures[name].legal.map((text) => text.match(/\[\d+,\d+\]|[a-z]+\d+/)![0]));
  for (const cell of from) expect(byName.get(cell)!.seat).toBe(fixtures[name].actor);
});

test('cells to be laid, gone cells and fish are distinguished', () => {
  expect(read('laying').cells.every((cell) => cell.kind === 'unlaid')).toBe(true);
  const { byName, hasFish } = read('amazons-start');
  expect(hasFish).toBe(false);
  expect(byName.get('e5')).toMatchObject({ kind: 'open', fish: 0, seat: null });
  expect(byName.get('d1')).toMatchObject({ kind: 'open', seat: 0 });
  expect(read('amazons-mid').cells.some((cell) => cell.kind === 'gone')).toBe(true);
});

test('fish under pieces that the rules have counted are not shown', () => {
  const { rules, state } = fixtures['penguins-mid'];
  const under = (counted_under: boolean) =>
    readPosition(rules as unknown as Rules, state as SlideState, { has_fish: true, removes: 'left', counted_under })
      .cells.filter((cell) => cell.seat !== null && cell.fish).length;
  expect([under(false) > 0, under(true)]).toEqual([true, 0]);
});

test('the fish a game began with are read from its start', () => {
  const { rules, start } = fixtures['paper-mid'];
  const cells = cellsIn(rules as unknown as Rules, start)!;
  expect(cells.length).toBe(64);
  expect(cells.reduce((sum, cell) => sum + cell.fish, 0)).toBe(32 + 2 * 21 + 3 * 11);
  expect(cellsIn(rules as unknown as Rules, fixtures['amazons-start'].position)).toBeNull();
});

test.each(['amazons-start', 'islands', 'laying'] as Name[])('%s: the picture of a start needs no facts', (name) => {
  const { rules, state } = fixtures[name];
  const { hasFish, cells } = readPosition(rules as unknown as Rules, state as SlideState, null);
  expect([hasFish, cells]).toEqual([read(name).hasFish, read(name).cells]);
});
