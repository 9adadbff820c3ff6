import { expect, test } from 'vitest';
import { chances, worth } from './value';

test('estimates are marked, exact values are not', () => {
  const line = { moves: ['a1'], win: 0.666, margin: 2.9499, exact: false };
  expect([worth(line), chances(line)]).toEqual(['≈ +2.9', '67 %']);
  expect(worth({ ...line, margin: -0.04 })).toBe('≈ 0');
  expect([worth({ ...line, win: 1, margin: 3, exact: true }), chances({ ...line, win: 1, margin: 3, exact: true })]).toEqual(['+3', 'wins']);
  expect(worth({ ...line, win: 0.5, margin: 0, exact: true })).toBe('0');
  expect(worth({ ...line, win: 0, margin: -2, exact: true })).toBe('−2');
});

test('games without points are told by the chances', () => {
  const line = { moves: ['a1'], win: 0.5368, margin: null, exact: false };
  expect([worth(line), chances(line)]).toEqual(['≈ 54 %', '']);
  expect(worth({ ...line, win: 0, exact: true })).toBe('loses');
});
