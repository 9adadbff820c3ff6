// Which of the small pictures moves next: one at a time, the hovered one more often.
import type { GameId } from '../game/types';
import { GAMES } from '../games';
import { frames } from './scenes';

export type Frames = Record<GameId, number>;

export function next(at: Frames, game: GameId): Frames {
  return { ...at, [game]: (at[game] + 1) % frames(game) };
}

/** Moves a picture at intervals until it is stopped. Nothing moves while the page is hidden. */
export function startAnimation(step: (game: GameId) => void, hovered: () => GameId | null): () => void {
  let turn = 0;
  let beat = 0;
  const timer = setInterval(() => {
    if (document.hidden) return;
    const watched = hovered();
    if (watched) return step(watched);
    // Nothing is hovered: one picture moves every third beat.
    if (beat++ % 3) return;
    const game = GAMES[turn++ % GAMES.length];
    if (game) step(game);
  }, 1100);
  return () => clearInterval(timer);
}
