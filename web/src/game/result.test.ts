import { expect, it } from 'vitest';
import type { Outcome } from './types';
import { hasWon, scoresOf, wonBy } from './result';

const outcome = (winners: number[], scores: number[]): Outcome => ({ winners, scores, reason: 'nobody can move' });

it('says who has won', () => {
  expect(wonBy(outcome([1], [7, 11]))).toEqual({ kind: 'one', seat: 1 });
  expect(wonBy(outcome([0, 1], [9, 9]))).toEqual({ kind: 'draw' });
  expect(wonBy(outcome([0, 2], [9, 3, 9]))).toEqual({ kind: 'shared', seats: [0, 2] });
  expect(wonBy(outcome([], [0, 0]))).toEqual({ kind: 'nobody' });
  expect(wonBy(null)).toEqual({ kind: 'nobody' });
});

it('marks winners, but no one in a draw', () => {
  expect([0, 1, 2].map((seat) => hasWon(outcome([0, 2], [9, 3, 9]), seat))).toEqual([true, false, true]);
  expect([0, 1].map((seat) => hasWon(outcome([0, 1], [9, 9]), seat))).toEqual([false, false]);
  expect(hasWon(null, 0)).toBe(false);
});

it('takes the scores of the result, where they are points', () => {
  const result = outcome([1], [7, 11]);
  expect(scoresOf({ result: null, scored: true, scores: [6, 9] })).toEqual([6, 9]);
  expect(scoresOf({ result, scored: true, scores: [6, 9] })).toEqual([7, 11]);
  expect(scoresOf({ result: { ...result, scores: [0, 1] }, scored: false, scores: [0, 0] })).toEqual([0, 0]);
});
