// The games on this device, saved in this browser after every event, so that a reload resumes them.
import type { GameId, Log, Outcome, SeatInfo } from '../game/types';

export interface SavedGame {
  id: string;
  game: GameId;
  seats: SeatInfo[];
  log: Log;
  clock: string | null;
  /** What is left on each clock. */
  left_ms: number[] | null;
  /** The position it began from, where that was chosen. */
  position?: string;
  begun: number;
  changed: number;
  result: Outcome | null;
}

/** What the list of games shows without opening them. */
export type SavedGameRow = Pick<SavedGame, 'id' | 'game' | 'seats' | 'begun' | 'changed' | 'result'> & { moves: number };

const LIST = 'floe.local';
const MAX_GAMES = 50;
const key = (id: string) => `${LIST}.${id}`;

// A private window may not be able to store anything: then the games last as long as the page.
const memory = new Map<string, string>();

function get(name: string): string | null {
  return memory.get(name) ?? (typeof localStorage === 'undefined' ? null : localStorage.getItem(name));
}

function put(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

function drop(name: string): void {
  memory.delete(name);
  localStorage.removeItem(name);
}

/** The last fifty games here, the latest first. */
export function savedGames(): SavedGameRow[] {
  try {
    const rows: unknown = JSON.parse(get(LIST) ?? '[]');
    // Anything else that may be stored there is left out.
    return Array.isArray(rows) ? rows.filter((row): row is SavedGameRow => Array.isArray(row?.seats) && typeof row.id === 'string') : [];
  } catch {
    return [];
  }
}

/** A game, or null if this browser does not have it. */
export function loadGame(id: string): SavedGame | null {
  try {
    const game = JSON.parse(get(key(id)) ?? 'null') as SavedGame | null;
    return Array.isArray(game?.seats) && Array.isArray(game.log?.events) ? game : null;
  } catch {
    return null;
  }
}

export function saveGame(game: SavedGame): void {
  put(key(game.id), JSON.stringify(game));
  const moves = game.log.events.filter((event) => 'move' in event).length;
  const row: SavedGameRow = {
    id: game.id, game: game.game, seats: game.seats, begun: game.begun, changed: game.changed, result: game.result, moves,
  };
  const rows = [row, ...savedGames().filter((other) => other.id !== game.id)];
  for (const old of rows.splice(MAX_GAMES)) drop(key(old.id));
  put(LIST, JSON.stringify(rows));
}

export function deleteGame(id: string): void {
  drop(key(id));
  put(LIST, JSON.stringify(savedGames().filter((row) => row.id !== id)));
}
