// The lessons that were finished in this browser.
import type { GameId } from '../game/types';
import { GAMES } from '../games';

const KEY = 'floe.learnt';

function stored(): GameId[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown[];
    return GAMES.filter((game) => list.includes(game));
  } catch {
    return [];
  }
}

export const finished = $state<{ games: GameId[] }>({ games: stored() });

export function markFinished(game: GameId): void {
  if (finished.games.includes(game)) return;
  finished.games.push(game);
  try {
    localStorage.setItem(KEY, JSON.stringify(finished.games));
  } catch {
    // A private window: it is known until the page is closed.
  }
}
