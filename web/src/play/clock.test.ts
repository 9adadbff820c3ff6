import { expect, it } from 'vitest';
import { afterMove, face, left, pace } from './clock';

it('reads clocks as the server writes them', () => {
  expect(pace('300+5')).toEqual({ base_ms: 300_000, plus_ms: 5000, each: false });
  expect(pace('30s')).toEqual({ base_ms: 30_000, plus_ms: 0, each: true });
  expect(pace('3d')).toEqual({ base_ms: 259_200_000, plus_ms: 0, each: true });
  expect(pace('soon')).toBeNull();
  expect(pace(null)).toBeNull();
});

it('writes what is left', () => {
  expect(face(402_000)).toBe('6:42');
  expect(face(9400)).toBe('0:09.4');
  expect(face(9999)).toBe('0:10');
  expect(face(10_000)).toBe('0:10');
  expect(face(0)).toBe('0:00.0');
  expect(face(3_720_000)).toBe('1:02:00');
  expect(face(187_200_000)).toBe('2 d 4 h');
});

it('runs only while it runs, and never below nothing', () => {
  expect(left({ left_ms: 5000, runs: false, at: 0 }, 9000)).toBe(5000);
  expect(left({ left_ms: 5000, runs: true, at: 1000 }, 3000)).toBe(3000);
  expect(left({ left_ms: 5000, runs: true, at: 1000 }, 9000)).toBe(0);
});

it('gives time after a move', () => {
  expect(afterMove(pace('300+5')!, 1000)).toBe(6000);
  expect(afterMove(pace('30s')!, 1000)).toBe(30_000);
});
