/** Who begins. */
export type Order = 'first' | 'second' | 'chance';

/** Seats in the order of play: as they stand, the first one last, or shuffled. */
export function inOrder<Seat>(all: readonly Seat[], order: Order, random: () => number = Math.random): Seat[] {
  if (order === 'second') return [...all.slice(1), ...all.slice(0, 1)];
  const seats = [...all];
  if (order === 'first') return seats;
  for (let i = seats.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [seats[i], seats[j]] = [seats[j]!, seats[i]!];
  }
  return seats;
}
