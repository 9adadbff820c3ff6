import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../game/types';
import { across, areaOf, curve, down, nearest, pointsOf } from './graph';
import type { ReviewedMove } from './review';
import { createTree } from './tree';

const box = { width: 220, height: 120, pad: 10 };
const move = (by: number, text: string): GameEvent => ({ by, move: text });
const deal: GameEvent = { event: 'draw', cards: ['AS'] };

describe('the graph', () => {
  const tree = createTree([deal, move(0, 'a1'), deal, move(1, 'b2'), move(0, 'a1-a3'), move(1, 'b2-b3')]);

  test('stands a value at the position it was true of', () => {
    // Event 2 is the first move: before it only the deal was done, which is the start. Event 7 is after the end.
    const { dots, path } = curve(tree, 0, [[2, 0.5], [4, 1], [5, 0], [6, 0.75], [7, 1]], box);
    expect(dots.map((dot) => dot.step)).toEqual([0, 1, 2, 3, 4]);
    expect(dots.map((dot) => dot.x)).toEqual([10, 60, 110, 160, 210]);
    expect(dots.map((dot) => dot.y)).toEqual([60, 10, 110, 35, 10]);
    expect(path).toBe('M10 60L60 10L110 110L160 35L210 10');
    expect(areaOf(dots, box)).toBe('M10 60L10 60L60 10L110 110L160 35L210 10L210 60Z');
  });

  test('continues to the last position of an unfinished game', () => {
    const reviewed = { event: 6, seat: 1, after: 0.25 } as ReviewedMove;
    const points: [number, number][] = [[4, 0.5], [6, 0.6]];
    const two = { moves: [reviewed], curves: [{ seat: 0, points }] };
    expect(pointsOf(two, 0)).toEqual([...points, [7, 0.75]]);
    const four = { moves: [reviewed], curves: [{ seat: 0, points }, { seat: 1, points }] };
    expect(pointsOf(four, 0)).toEqual(points);
    expect(pointsOf(four, 1)).toEqual([...points, [7, 0.25]]);
    const over = { moves: [reviewed], curves: [{ seat: 0, points: [...points, [7, 1] as [number, number]] }] };
    expect(pointsOf(over, 0)).toEqual([...points, [7, 1]]);
  });

  test('finds the step under the pointer, and handles a game without moves', () => {
    expect(nearest(58, 5, box)).toBe(1);
    expect(nearest(-40, 5, box)).toBe(0);
    expect(nearest(999, 5, box)).toBe(4);
    expect(across(0, 1, box)).toBe(10);
    expect(down(0.5, box)).toBe(60);
    expect(areaOf([], box)).toBe('');
  });
});
