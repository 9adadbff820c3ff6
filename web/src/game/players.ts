// What players are called. The colour of a seat has its own name: `colourName` in `games/seats.ts`.
import { colourName } from '../games/seats';
import { t } from '../texts';
import type { GameId, SeatInfo } from './types';

/** Who sits in a seat: "Ada", "Floe", "Open seat", or "Player 2" where a player has no name. */
export function occupantName(occupant: SeatInfo | undefined, seat: number): string {
  if (!occupant || occupant.kind === 'open') return t('play.openSeat');
  if (occupant.kind === 'engine') return t('play.engineName');
  return occupant.name || t('common.seat', { n: seat + 1 });
}

/** A player as the others are told apart from it: several engines by their levels, equal names by their colours. */
export function seatName({ occupants, game }: { occupants: readonly SeatInfo[]; game: GameId }, seat: number): string {
  const several = occupants.filter((one) => one.kind === 'engine').length > 1;
  const nameAt = (at: number) => {
    const one = occupants[at];
    return several && one?.kind === 'engine' ? t('study.engine', { level: one.level }) : occupantName(one, at);
  };
  const name = nameAt(seat);
  const twins = occupants.some((one, at) => at !== seat && one.kind !== 'open' && nameAt(at) === name);
  return twins ? t('study.twin', { name, colour: colourName(game, seat) }) : name;
}

/** The strength of an engine: "level 3", "full strength". */
export function levelName(level: string): string {
  if (level === 'max') return t('play.levelMax');
  return /^\d+$/.test(level) ? t('play.level', { level }) : t(level === 'greedy' ? 'play.levelGreedy' : 'play.levelRandom');
}
