/// Whose turn it is to move among the small pictures: one at a time, the one that is looked at more often.
import type { GameId } from '../game/types';
import { GAMES } from '../games';
import { frames } from './scenes';

export type Frames = Record<GameId, number>;

export function next(at: Frames, game: GameId): Frames {
  return { ...at, [game]: (at[game] + 1) % frames(game) };
}

/// Moves a picture every so often until it is stopped. Nothing moves while nobody looks.
export function startAnimation(step: (game: GameId) => void, hovered: () => GameId | null): () => void {
  let turn = 0;
  let beat = 0;
  const timer = setInterval(() => {
    if (document.hidden) return;
    const watched = hovered();
    if (watched) return step(watched);
    // Nobody points at anything: one picture moves every third beat.
    if (beat++ % 3) return;
    const game = GAMES[turn++ % GAMES.length];
    if (game) step(game);
  }, 1100);
  return () => clearInterval(timer);
}
