// The registry: the only file that lists the games. Everything else asks `gamePage` what is different about a game.
import { amazonPenguins } from './amazon-penguins';
import { amazonianBuffet } from './amazonian-buffet';
import { amazons } from './amazons';
import { fish } from './fish';
import { PROGRAM_ORDER } from './manifests';
import { montauk } from './montauk';
import { paperPenguins } from './paper-penguins';
import { pauper } from './pauper';
import { penguinBuffet } from './penguin-buffet';
import { penguins } from './penguins';
import type { GameId, GamePage } from './types';

export { PROGRAM_ORDER } from './manifests';
export { sample } from './penguins/sample';

/** In the order of the home page. */
const PAGES: readonly GamePage[] = [
  penguins, amazons, pauper, fish, amazonPenguins, paperPenguins, penguinBuffet, amazonianBuffet, montauk,
];
const byId = new Map<string, GamePage>(PAGES.map((page) => [page.id, page]));

export const GAMES: readonly GameId[] = PAGES.map(({ id }) => id);

/** What is played where nothing was chosen. */
export const DEFAULT_GAME: GameId = penguins.id;

export function gamePage(id: GameId): GamePage {
  const page = byId.get(id);
  if (!page) throw new Error(`unknown game '${id}'; use ${GAMES.join(', ')}`);
  return page;
}

/** Is it played with pieces on a grid? The other games have cards. */
export const isSlide = (id: GameId): boolean => gamePage(id).family === 'slide';

/** Is it played with tricks on two tracks? Its board needs the whole width, and its moves are cards. */
export const isMontauk = (id: GameId): boolean => gamePage(id).family === 'montauk';

/** The games with pieces on a grid, in the program's order. */
export const SLIDES: readonly GameId[] = PROGRAM_ORDER.filter(isSlide);

/** Does the score decide who wins? Squares in reach and cards do not. */
export const isWonByScore = (id: GameId): boolean => ['fish', 'points'].includes(gamePage(id).unit);
