// What players are called. The colour of a seat has its own name: `colourName` in `games/seats.ts`.
import { t } from '../texts';
import type { SeatInfo } from './types';

/** Who sits in a seat: "Ada", "Floe", "Open seat", or "Player 2" where a player has no name. */
export function occupantName(occupant: SeatInfo | undefined, seat: number): string {
  if (!occupant || occupant.kind === 'open') return t('play.openSeat');
  if (occupant.kind === 'engine') return t('play.engineName');
  return occupant.name || t('common.seat', { n: seat + 1 });
}

/** The strength of an engine: "level 3", "full strength". */
export function levelName(level: string): string {
  if (level === 'max') return t('play.levelMax');
  return /^\d+$/.test(level) ? t('play.level', { level }) : t(level === 'greedy' ? 'play.levelGreedy' : 'play.levelRandom');
}
