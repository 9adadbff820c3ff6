// Has this visitor played before? Then the home page begins with their games.
import { savedGames } from '../play/savedGames';

const KEY = 'floe.returning';

function known(): boolean {
  try {
    return localStorage.getItem(KEY) === '1' || savedGames().some((game) => game.result || game.moves > 0);
  } catch {
    return false;
  }
}

export const returning = $state<{ yes: boolean }>({ yes: known() });

/** From now on, also on later visits. */
export function markReturning(): void {
  returning.yes = true;
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // A private window: for this visit.
  }
}
