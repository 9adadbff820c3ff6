// Time controls of games on this device: `300+5` for the game, `30s` or `3d` per move.
import type { ClockView } from '../game/types';

export interface TimeControl {
  /** For the whole game, or for each move where `each`. */
  base_ms: number;
  plus_ms: number;
  each: boolean;
}

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time control; null where there is none or it is invalid. */
export function parseTimeControl(text: string | null | undefined): TimeControl | null {
  const game = /^(\d+)\+(\d+)$/.exec(text ?? '');
  if (game) return { base_ms: Number(game[1]) * 1000, plus_ms: Number(game[2]) * 1000, each: false };
  const move = /^(\d+)([smhd])$/.exec(text ?? '');
  return move ? { base_ms: Number(move[1]) * UNITS[move[2]!]!, plus_ms: 0, each: true } : null;
}

/** What a clock shows at a time of `performance.now()`. */
export function left(clock: ClockView, now: number): number {
  return Math.max(0, clock.runs ? clock.left_ms - (now - clock.at) : clock.left_ms);
}

/** What is left after a move. */
export function afterMove(timeControl: TimeControl, left_ms: number): number {
  return timeControl.each ? timeControl.base_ms : left_ms + timeControl.plus_ms;
}

/** `6:42`, `0:09.4` under ten seconds, `1:02:00`, `2 d 4 h`. */
export function formatClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (ms < 10_000) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`.replace('0:010.0', '0:10');
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
