import { expect, test } from 'vitest';
import { percents } from './percents';

test('percents of all players add up to a hundred', () => {
  expect(percents([0.5, 0.5])).toEqual([50, 50]);
  expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  // Each seat is asked by itself, so that the chances need not add up to one.
  for (const chances of [[0.31, 0.27, 0.24, 0.33], [0.999, 0.001, 0, 0], [0.125, 0.125, 0.125, 0.625]]) {
    expect(percents(chances).reduce((all, one) => all + one, 0), chances.join()).toBe(100);
  }
  expect(percents([0, 0])).toEqual([0, 0]);
});
