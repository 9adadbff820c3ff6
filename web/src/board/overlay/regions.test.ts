import { expect, test } from 'vitest';
import type { Geometry } from '../../game/geometry';
import { badgeAt, borderOf } from './regions';

const geometry = { shape: 'hex', at: new Map([['a1', { x: 0, y: 0 }], ['a2', { x: 90, y: 0 }], ['b1', { x: 45, y: -78 }], ['h8', { x: 900, y: 0 }]]) } as unknown as Geometry;
const sides = (cells: string[]) => borderOf(cells, geometry).split('M').length - 1;

test('a region is outlined where it ends', () => {
  expect(sides(['a1'])).toBe(6);
  // Each two that touch hide a side of either.
  expect(sides(['a1', 'a2'])).toBe(10);
  expect(sides(['a1', 'a2', 'b1'])).toBe(12);
  expect(sides(['a1', 'h8'])).toBe(12);
});

test('its number stands on a free cell near its middle', () => {
  expect(badgeAt(['a1', 'a2', 'b1'], geometry, new Set(['b1']))).toEqual({ x: 0, y: 0 });
  expect(badgeAt(['b1'], geometry, new Set(['b1']))).toEqual({ x: 45, y: -78 });
});
