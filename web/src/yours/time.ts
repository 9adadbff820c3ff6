// How long something still takes, in words and as a clock.
import { formatClock } from '../play/clock';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const unit = (n: number, name: 'day' | 'hour' | 'minute') =>
  new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'unit', unit: name, unitDisplay: 'long' }).format(n);

/** "2 days", "5 hours", "40 minutes", and below ten minutes as a clock. */
export function timeLeft(ms: number): string {
  if (ms >= DAY) return unit(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return unit(Math.floor(ms / HOUR), 'hour');
  if (ms >= 10 * MINUTE) return unit(Math.floor(ms / MINUTE), 'minute');
  return formatClock(ms);
}

/** A clock of whole seconds: what runs somewhere else is not shown in tenths. */
export const wholeClock = (ms: number): string => formatClock(Math.max(10_000, ms)).replace(/^0:10$/, () => formatClock(ms).replace(/\.\d$/, ''));
