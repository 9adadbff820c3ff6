import { beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../game/types';
import { keepReview, keptReview, nameOfLog } from './kept';
import type { Review } from './review';

const log = (move: string): Log => ({ game: 'amazons', rules: {}, start: 's', events: [{ by: 0, move }], seed: null });
const review: Review = { game: 'amazons', moves: [], turning_points: [], accuracy: [90, 80], curves: [], result: null };

/// A browser's store with room for so many letters.
function store(room: number): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new Error('full');
      kept.set(key, text);
    },
  } as Storage;
}

beforeEach(() => vi.stubGlobal('localStorage', store(1e6)));

test('a review is found by its game, whatever time was spent on moves', () => {
  keepReview(log('a1'), review);
  expect(keptReview({ ...log('a1'), events: [{ by: 0, move: 'a1', ms: 40 }] })).toEqual(review);
  expect(keptReview(log('a2'))).toBeNull();
  expect(nameOfLog(log('a1'))).not.toBe(nameOfLog(log('a2')));
});

test('the oldest make room', () => {
  for (let at = 0; at < 20; at++) keepReview(log(`m${at}`), review);
  expect(keptReview(log('m19'))).toEqual(review);
  expect(keptReview(log('m7'))).toBeNull();
  vi.stubGlobal('localStorage', store(200));
  keepReview(log('a1'), review);
  keepReview(log('a2'), review);
  expect(keptReview(log('a2'))).toEqual(review);
  expect(keptReview(log('a1'))).toBeNull();
});
