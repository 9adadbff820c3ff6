import { expect, test } from 'vitest';
import { lead, worth } from './value';

test('estimates are marked, exact values are not', () => {
  const line = { moves: ['a1'], win: 0.666, margin: 2.9499, exact: false };
  expect([worth(line), lead(line)]).toEqual(['≈ 67%', '≈ +2.9']);
  expect(lead({ ...line, margin: -0.04 })).toBe('≈ 0');
  const won = { ...line, win: 1, margin: 3, exact: true };
  expect([worth(won), lead(won)]).toEqual(['wins', '+3']);
  const even = { ...line, win: 0.5, margin: 0, exact: true };
  expect([worth(even), lead(even)]).toEqual(['shared', '0']);
  const lost = { ...line, win: 0, margin: -2, exact: true };
  expect([worth(lost), lead(lost)]).toEqual(['loses', '−2']);
});

test('games without points show winning chances alone', () => {
  const line = { moves: ['a1'], win: 0.5368, margin: null, exact: false };
  expect([worth(line), lead(line)]).toEqual(['≈ 54%', '']);
});
