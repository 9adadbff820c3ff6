import { expect, test } from 'vitest';
import { reachOf } from './reach';
import { readPosition } from './position';
import fixtures from '../board/fixtures/positions.json';
import type { Json, Rules } from './types';

const squares = (board: string[][], block = 'left') =>
  readPosition({ topology: 'square', claim: 'left', block }, { board });

test('a region behind a wall of water belongs to one side', () => {
  const reach = reachOf(squares([['A1', '2', '0', '3', 'B1'], ['1', '1', '0', '2', '2']]), 2);
  expect(reach.totals).toEqual([{ all: 5, own: 5 }, { all: 8, own: 8 }]);
  expect(reach.seats.get('b2')).toEqual([0]);
});

test('an open field is contested', () => {
  const reach = reachOf(squares([['A1', '2', '3', 'B1']]), 2);
  expect(reach.seats.get('b1')).toEqual([0, 1]);
  expect(reach.totals).toEqual([{ all: 6, own: 1 }, { all: 6, own: 1 }]);
});

test('a piece is a wall where its cell melts, and only when stuck where it stays', () => {
  const board = [['3', 'B2', 'A1', '0', '1']];
  expect(reachOf(squares(board), 2).totals).toEqual([{ all: 0, own: 0 }, { all: 5, own: 5 }]);
  const stays = reachOf(squares(board, 'shot'), 2);
  expect(stays.totals).toEqual([{ all: 3, own: 0 }, { all: 5, own: 2 }]);
  expect(stays.seats.has('e1')).toBe(false);
});

test('cells are counted where there are no fish', () => {
  const { rules, state } = fixtures['amazons-start'];
  const reach = reachOf(readPosition(rules as unknown as Rules, state as unknown as Record<string, Json>), 2);
  expect(reach.totals).toEqual([{ all: 96, own: 4 }, { all: 96, own: 4 }]);
});
