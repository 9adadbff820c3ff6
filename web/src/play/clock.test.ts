import { expect, it } from 'vitest';
import { afterMove, formatClock, left, parseTimeControl } from './clock';

it('reads clocks as the server writes them', () => {
  expect(parseTimeControl('300+5')).toEqual({ base_ms: 300_000, plus_ms: 5000, each: false });
  expect(parseTimeControl('30s')).toEqual({ base_ms: 30_000, plus_ms: 0, each: true });
  expect(parseTimeControl('3d')).toEqual({ base_ms: 259_200_000, plus_ms: 0, each: true });
  expect(parseTimeControl('soon')).toBeNull();
  expect(parseTimeControl(null)).toBeNull();
});

it('writes what is left', () => {
  expect(formatClock(402_000)).toBe('6:42');
  expect(formatClock(9400)).toBe('0:09.4');
  expect(formatClock(9999)).toBe('0:10');
  expect(formatClock(10_000)).toBe('0:10');
  expect(formatClock(0)).toBe('0:00.0');
  expect(formatClock(3_720_000)).toBe('1:02:00');
  expect(formatClock(187_200_000)).toBe('2 d 4 h');
});

it('runs only while it runs, and never below nothing', () => {
  expect(left({ left_ms: 5000, runs: false, at: 0 }, 9000)).toBe(5000);
  expect(left({ left_ms: 5000, runs: true, at: 1000 }, 3000)).toBe(3000);
  expect(left({ left_ms: 5000, runs: true, at: 1000 }, 9000)).toBe(0);
});

it('gives time after a move', () => {
  expect(afterMove(parseTimeControl('300+5')!, 1000)).toBe(6000);
  expect(afterMove(parseTimeControl('30s')!, 1000)).toBe(30_000);
});
