import { beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../game/types';
import { saveReview, loadReview, logKey } from './savedReviews';
import type { Review } from './review';

const log = (move: string): Log => ({ game: 'amazons', rules: {}, start: 's', events: [{ by: 0, move }], seed: null });
const review: Review = { game: 'amazons', players: [], moves: [], turning_points: [], accuracy: [90, 80], curves: [], result: null };

/** A browser's store with space for `room` characters. */
function store(room: number): Storage {
  const saved = new Map<string, string>();
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new Error('full');
      saved.set(key, text);
    },
  } as Storage;
}

beforeEach(() => vi.stubGlobal('localStorage', store(1e6)));

test('a review is found by its game, independent of the time spent on moves', () => {
  saveReview(log('a1'), review);
  expect(loadReview({ ...log('a1'), events: [{ by: 0, move: 'a1', ms: 40 }] })).toEqual(review);
  expect(loadReview(log('a2'))).toBeNull();
  expect(logKey(log('a1'))).not.toBe(logKey(log('a2')));
});

test('the oldest are dropped', () => {
  for (let at = 0; at < 20; at++) saveReview(log(`m${at}`), review);
  expect(loadReview(log('m19'))).toEqual(review);
  expect(loadReview(log('m7'))).toBeNull();
  vi.stubGlobal('localStorage', store(200));
  saveReview(log('a1'), review);
  saveReview(log('a2'), review);
  expect(loadReview(log('a2'))).toEqual(review);
  expect(loadReview(log('a1'))).toBeNull();
});
