// A puzzle as the engine wrote it down: a position, one best move, and the line that follows it.
import type { GameId } from '../game/types';
import { GAMES } from '../games';
import type { Puzzle } from '../rules/api';

export type { Puzzle };
export type Difficulty = Puzzle['difficulty'];
export const DIFFICULTIES: readonly Difficulty[] = [1, 2, 3, 4, 5];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** What each field must be, as error messages say it. */
const FIELDS: { [K in keyof Puzzle]: [what: string, is: (value: unknown) => boolean] } = {
  id: ['a name such as "penguins-001"', (value) => isText(value) && /^[a-z-]+-\d+$/.test(value)],
  game: [`one of the ${GAMES.length} games`, (value) => (GAMES as readonly unknown[]).includes(value)],
  rules: ['an object of switches', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  position: ['a position as text', isText],
  seat: ['the seat to move: 0, 1, 2 or 3', (value) => isWhole(value) && value >= 0 && value < 4],
  goal: ['"win" or "margin"', (value) => value === 'win' || value === 'margin'],
  solution: ['a list with at least one move', (value) => isTexts(value) && value.length > 0],
  best: ['a whole number', isWhole],
  second: ['a whole number', isWhole],
  difficulty: ['a number from 1 to 5', (value) => (DIFFICULTIES as readonly unknown[]).includes(value)],
  themes: ['a list of words', isTexts],
  // It may be longer than numbers here are exact; nothing is dealt any more.
  seed: ['a whole number', Number.isInteger],
};

/** Parses one line of a file. An error says what is wrong with it. */
export function readPuzzle(line: string): Puzzle {
  const parsed = JSON.parse(line) as Record<string, unknown>;
  for (const [name, [what, is]] of Object.entries(FIELDS)) {
    if (!is(parsed[name])) throw new Error(`${name} is ${JSON.stringify(parsed[name])}; it must be ${what}`);
  }
  const puzzle = parsed as unknown as Puzzle;
  if (!puzzle.id.startsWith(`${puzzle.game}-`)) throw new Error(`id is "${puzzle.id}"; it must begin with "${puzzle.game}-"`);
  const gain = puzzle.best - puzzle.second;
  // Where points are level tiles may decide.
  if (puzzle.goal === 'win' && !(puzzle.best >= 0 && puzzle.second <= 0 && gain > 0)) {
    throw new Error(`best and second are ${puzzle.best} and ${puzzle.second}; for the goal "win" only the best may be above 0`);
  }
  if (puzzle.goal === 'margin' && gain < 2) throw new Error(`the best move gains ${gain}; for the goal "margin" it must gain 2 at least`);
  return puzzle;
}

function rethrow(error: Error): never {
  throw error;
}

/** All puzzles of a file, in the order of their names. Where `bad` does not throw, a bad line is left out. */
export function readPuzzles(text: string, onBadLine: (error: Error) => void = rethrow): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    try {
      puzzles.push(readPuzzle(line));
    } catch (error) {
      onBadLine(new Error(`line ${index + 1}: ${(error as Error).message}`, { cause: error }));
    }
  }
  return puzzles.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The game in a puzzle's name. */
export function gameOf(id: string): GameId | undefined {
  const name = id.replace(/-\d+$/, '');
  return name === id ? undefined : GAMES.find((game) => game === name);
}
