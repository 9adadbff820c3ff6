/** Dates in the reader's own format. */
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function date(ms: number): string {
  return day.format(ms);
}

/** The time for today, the date for all other days. */
export function when(ms: number, now = Date.now()): string {
  return new Date(ms).toDateString() === new Date(now).toDateString() ? clock.format(ms) : day.format(ms);
}
