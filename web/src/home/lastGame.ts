// The last game against the computer, so that one click plays it again. New visitors start with the default game at level 3.
import { LEVELS, type GameId, type Level } from '../game/types';
import { DEFAULT_GAME, GAMES } from '../games';

const KEY = 'floe.last';

export interface LastGame { game: GameId; level: Level }

export function lastGame(): LastGame {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<LastGame>;
    return {
      game: GAMES.find((game) => game === saved.game) ?? DEFAULT_GAME,
      level: LEVELS.find((level) => level === saved.level) ?? '3',
    };
  } catch {
    return { game: DEFAULT_GAME, level: '3' };
  }
}

export function rememberGame(played: LastGame): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(played));
  } catch {
    // A private window: next time begins like the first.
  }
}
