// The puzzle of the day: the same in the page and in the terminal, for everyone on the same day.
import type { GameId } from '../game/types';
import { PROGRAM_ORDER } from '../games';

const DAY = 24 * 60 * 60 * 1000;

/** Whole days since 1970-01-01, in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY);

export const inOrder = (games: Iterable<string>): GameId[] => {
  const some = new Set(games);
  return PROGRAM_ORDER.filter((game) => some.has(game));
};

/** The game of a day, of those with puzzles in the registry's order. */
export function gameOfDay(day: number, games: readonly GameId[]): GameId | undefined {
  return games.length ? games[day % games.length] : undefined;
}

/** Which puzzle of that game it is. Every game's turn comes once in `games` days. */
export function placeOfDay(day: number, games: number, puzzles: number): number {
  return Math.floor(day / games) % puzzles;
}

/** Days in a row on which the puzzle of the day was solved. Until today is over, yesterday preserves the streak. */
export function streakOf(days: readonly number[], today: number): number {
  const solved = new Set(days);
  let day = solved.has(today) ? today : today - 1;
  let streak = 0;
  while (solved.has(day--)) streak++;
  return streak;
}
