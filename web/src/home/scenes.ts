// The short games in the small pictures: what lies where, who moves when. Written by `scripts/scenes.mjs` from real games.
import type { GameId } from '../game/types';

/** A cell: column, row, what lies on it, and where that ever happens the frame it goes in and the seat that took it. */
export type Cell = [x: number, y: number, face: string, gone?: number, by?: number];
export interface SlideScene { cells: Cell[]; pieces: [seat: number, at: number[]][]; frames: number }
export interface MontaukScene { pyramids: [seat: number, size: string, at: number[]][]; table: string[][]; frames: number }

const files = import.meta.glob<{ frames: number }>('../games/*/scene.json', { eager: true, import: 'default' });

const read = (game: GameId) => files[`../games/${game}/scene.json`]!;
export const montaukScene = (game: GameId): MontaukScene => read(game) as MontaukScene;
export const slideScene = (game: GameId): SlideScene => read(game) as SlideScene;
export const frames = (game: GameId): number => read(game).frames;

/** The frame a picture rests in: far enough on that something is missing from the board. */
export const resting = (game: GameId): number => Math.min(7, frames(game) - 1);
