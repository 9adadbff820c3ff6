// The puzzles that this page was built with: a file a game, each fetched when it is first needed.
import type { GameId } from '../game/types';
import { dayOf, gameOfDay, inOrder, placeOfDay } from './day';
import { readPuzzles, type Puzzle } from './puzzle';

/** The games whose file holds something, known when the page is built. */
declare const FLOE_PUZZLED: string[];

const files = import.meta.glob<string>('@puzzles/*.jsonl', { query: '?raw', import: 'default' });
const fetchers = new Map(Object.entries(files).map(([path, fetch]) => [/([^/]+)\.jsonl$/.exec(path)![1]!, fetch]));

/** The games that have puzzles, in the order of the registry. It may be none. */
export const GAMES_WITH_PUZZLES: readonly GameId[] = inOrder(FLOE_PUZZLED);

const known = new Map<GameId, Promise<Puzzle[]>>();

/** The puzzles of a game, by name; none where it has no file. */
export function puzzlesOf(game: GameId): Promise<Puzzle[]> {
  const before = known.get(game);
  if (before) return before;
  // One bad line must not take the others along; what still fails is the fetching.
  const puzzles = (fetchers.get(game)?.() ?? Promise.resolve('')).then((text) => readPuzzles(text, (error) => console.warn(`${game}.jsonl, ${error.message}`)));
  known.set(game, puzzles);
  // What did not come is asked for again next time.
  puzzles.catch(() => known.delete(game));
  return puzzles;
}

export const today = (): number => dayOf(Date.now());

export async function puzzleOfDay(day: number): Promise<Puzzle | null> {
  const game = gameOfDay(day, GAMES_WITH_PUZZLES);
  if (!game) return null;
  const puzzles = await puzzlesOf(game);
  return puzzles[placeOfDay(day, GAMES_WITH_PUZZLES.length, puzzles.length)] ?? null;
}
