/// The colours of a seat in a game: a class, and what no class has.
import { pieceOf } from '../board/look';
import type { GameId } from '../game/types';

export function coloursOf(game: GameId, seat: number): { seat: string; style?: string } {
  if (game.endsWith('buffet')) return { seat: seat ? 'sl' : 'sd' };
  if (game === 'montauk') return { seat: `s${seat}` };
  if (game === 'paper-penguins') return { seat: seat ? 's0' : 's1', style: seat ? '--seat: var(--pen-b, #B02F25)' : '--seat: var(--pen-a, #27408F)' };
  return pieceOf(game, seat);
}
