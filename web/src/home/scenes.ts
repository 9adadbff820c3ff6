/// The short games in the small pictures: what lies where, who moves when. Written by `scripts/scenes.mjs` from real games.
import type { GameId } from '../game/types';
import written from './scenes.json';

/// A cell: column, row, what lies on it, and where that ever happens the frame it goes in and the seat that took it.
export type Cell = [x: number, y: number, face: string, gone?: number, by?: number];
export interface Slide { cells: Cell[]; pieces: [seat: number, at: number[]][]; frames: number }
export interface Race { pyramids: [seat: number, size: string, at: number[]][]; table: string[][]; frames: number }

const scenes = written as unknown as Record<Exclude<GameId, 'montauk'>, Slide> & { montauk: Race };

export const race: Race = scenes.montauk;
export const slide = (game: Exclude<GameId, 'montauk'>): Slide => scenes[game];
export const frames = (game: GameId): number => scenes[game].frames;

/// The frame a picture rests in: far enough on that something is missing from the board.
export const resting = (game: GameId): number => Math.min(7, frames(game) - 1);

export type Look = 'hex' | 'columns' | 'slab' | 'square' | 'chip' | 'paper' | 'card';

/// How each game is drawn, how far apart its cells are, and which part of the board the picture shows.
export const looks: Record<Exclude<GameId, 'montauk'>, { look: Look; dx: number; dy: number; box: string; ground: string }> = {
  'penguins': { look: 'hex', dx: 45, dy: 78, box: '10 -12 520 260', ground: 'sea' },
  'amazons': { look: 'square', dx: 64, dy: 64, box: '-24 14 496 248', ground: 'plain' },
  'pauper': { look: 'chip', dx: 37, dy: 64, box: '-8 -32 460 230', ground: 'felt' },
  'fish': { look: 'columns', dx: 71, dy: 42, box: '-36 -22 560 280', ground: 'sea' },
  'amazon-penguins': { look: 'slab', dx: 72, dy: 72, box: '-32 -22 560 280', ground: 'sea' },
  'paper-penguins': { look: 'paper', dx: 54, dy: 54, box: '-27 -14 432 216', ground: 'sheet' },
  'penguin-buffet': { look: 'card', dx: 62, dy: 84, box: '-20 -10 460 230', ground: 'navy' },
  'amazonian-buffet': { look: 'card', dx: 62, dy: 84, box: '20 62 460 230', ground: 'plum' },
};
