// Which puzzles are wanted, and which comes next.
import { DIFFICULTIES, type Difficulty, type Puzzle } from './puzzle';

/** The difficulty in an address, `?level=3`; null for any. */
export function levelIn(query: URLSearchParams): Difficulty | null {
  const asked = query.get('level');
  return DIFFICULTIES.find((level) => String(level) === asked) ?? null;
}

export const withLevel = (path: string, level: Difficulty | null): string => (level === null ? path : `${path}?level=${level}`);

export const ofLevel = (puzzles: readonly Puzzle[], level: Difficulty | null): Puzzle[] =>
  puzzles.filter(({ difficulty }) => level === null || difficulty === level);

/** The next unsolved puzzle after this one, wrapping round; when all are solved, simply the next. Null where there is no other. */
export function nextAfter(puzzles: readonly Puzzle[], id: string, isSolved: (id: string) => boolean): Puzzle | null {
  const at = puzzles.findIndex((puzzle) => puzzle.id === id);
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return others.find((puzzle) => !isSolved(puzzle.id)) ?? others[0] ?? null;
}
