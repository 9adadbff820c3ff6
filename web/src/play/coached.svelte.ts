// Which explanations have been seen on this device, by game.
import type { GameId } from '../game/types';
import type { Moment } from './coach';

const KEY = 'floe.coached';

function stored(): Partial<Record<GameId, Moment[]>> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return all && typeof all === 'object' && Object.values(all).every(Array.isArray) ? (all as Partial<Record<GameId, Moment[]>>) : {};
  } catch {
    return {};
  }
}

let all = $state.raw(stored());

function keep(next: typeof all): void {
  all = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A private window: what was seen is seen until the page is closed.
  }
}

export const coached = (game: GameId): ReadonlySet<Moment> => new Set(all[game]);

export function markCoached(game: GameId, moment: Moment): void {
  if (!coached(game).has(moment)) keep({ ...all, [game]: [...(all[game] ?? []), moment] });
}

/** Begins again, for every game. */
export const forgetCoached = (): void => keep({});
