// Reviews that were made before, in this browser: the same game is not judged twice.
import type { Log } from '../game/types';
import type { Review } from './review';

const KEY = 'floe.reviews';
const MAX_REVIEWS = 12;

interface SavedReview { of: string; review: Review }

/** A short name for a game: two sums over its text. */
export function logKey({ game, rules, start, events }: Log): string {
  const text = JSON.stringify([game, rules, start, events.map((event) => ({ ...event, ms: undefined }))]);
  let a = 0x811c9dc5;
  let b = 5381;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    a = Math.imul(a ^ letter, 0x01000193);
    b = (Math.imul(b, 33) + letter) | 0;
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}-${text.length}`;
}

function all(): SavedReview[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? (saved as SavedReview[]) : [];
  } catch {
    return [];
  }
}

export function loadReview(log: Log): Review | null {
  const of = logKey(log);
  return all().find((saved) => saved.of === of)?.review ?? null;
}

export function saveReview(log: Log, review: Review): void {
  const of = logKey(log);
  const saved = [{ of, review }, ...all().filter((other) => other.of !== of)].slice(0, MAX_REVIEWS);
  // When the store is full, the oldest are dropped.
  while (saved.length) {
    try {
      localStorage.setItem(KEY, JSON.stringify(saved));
      return;
    } catch {
      saved.pop();
    }
  }
}
