import { expect, test } from 'vitest';
import { apart } from './badges';

test('numbers at one place stand next to each other', () => {
  const points = [{ x: 0, y: 0 }, { x: 0, y: 0 }, { x: 5, y: 3 }, { x: 200, y: 0 }, { x: 0, y: 0 }];
  const placed = apart(points, 34);
  expect(placed[0]).toEqual({ x: 0, y: 0 });
  expect(placed[3]).toEqual({ x: 200, y: 0 });
  for (const [at, one] of placed.entries()) {
    for (const other of placed.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(33.9);
  }
});
