/// Reviews that were made before, in this browser: the same game is not judged twice.
import type { Log } from '../game/types';
import type { Review } from './review';

const KEY = 'floe.reviews';
const MOST = 12;

interface Kept { of: string; review: Review }

/// A short name for a game: two sums over its text.
export function nameOfLog({ game, rules, start, events }: Log): string {
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

function all(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

export function keptReview(log: Log): Review | null {
  const of = nameOfLog(log);
  return all().find((kept) => kept.of === of)?.review ?? null;
}

export function keepReview(log: Log, review: Review): void {
  const of = nameOfLog(log);
  const kept = [{ of, review }, ...all().filter((other) => other.of !== of)].slice(0, MOST);
  // Where there is no room for all of them the oldest go.
  while (kept.length) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      return;
    } catch {
      kept.pop();
    }
  }
}
