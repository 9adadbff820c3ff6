import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../game/types';
import { rowsOf } from './rows';
import { eventsTo, append, createTree } from './tree';

const move = (by: number, text: string): GameEvent => ({ by, move: text });

describe('the move list', () => {
  test('has a column for each seat and a new row for each round', () => {
    const tree = createTree([move(0, 'a'), move(1, 'b'), move(2, 'c'), move(0, 'd'), move(2, 'e'), move(2, 'f')]);
    expect(rowsOf(tree, 3, false)).toEqual([
      { kind: 'round', number: 1, cells: [[1], [2], [3]] },
      { kind: 'round', number: 2, cells: [[4], [], [5]] },
      { kind: 'round', number: 3, cells: [[], [], [6]] },
    ]);
  });

  test('keeps the spends after a trick in one cell', () => {
    const tree = createTree([move(1, '9D'), move(0, 'JC'), move(1, '4-1'), move(1, '4-off'), move(0, 'QS')]);
    expect(rowsOf(tree, 2, true)).toEqual([
      { kind: 'round', number: 1, cells: [[], [1]] },
      { kind: 'round', number: 2, cells: [[2], [3, 4]] },
      { kind: 'round', number: 3, cells: [[5], []] },
    ]);
  });

  test('shows variations under the round they leave, and theirs under them', () => {
    let tree = createTree([move(0, 'a'), move(1, 'b'), move(0, 'c')]);
    let at: number;
    ({ tree, at } = append(tree, 1, [...eventsTo(tree, 1), move(1, 'x'), move(0, 'y')]));
    ({ tree } = append(tree, 4, [...eventsTo(tree, 4), move(0, 'z')]));
    expect(at).toBe(5);
    expect(rowsOf(tree, 2, false)).toEqual([
      { kind: 'round', number: 1, cells: [[1], [2]] },
      { kind: 'line', depth: 1, steps: [4, 5] },
      { kind: 'line', depth: 2, steps: [6] },
      { kind: 'round', number: 2, cells: [[3], []] },
    ]);
  });
});
