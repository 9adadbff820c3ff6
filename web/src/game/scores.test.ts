import { expect, it } from 'vitest';
import type { Outcome } from './types';
import { scoresOf } from './scores';

it('takes the scores of the result, where they are points', () => {
  const result: Outcome = { winners: [1], scores: [7, 11], reason: 'nobody can move' };
  expect(scoresOf({ result: null, rules: { score: 'fish' }, scores: [6, 9] })).toEqual([6, 9]);
  expect(scoresOf({ result, rules: { score: 'fish' }, scores: [6, 9] })).toEqual([7, 11]);
  expect(scoresOf({ result: { ...result, scores: [0, 1] }, rules: { score: 'last_mover' }, scores: [0, 0] })).toEqual([0, 0]);
});
