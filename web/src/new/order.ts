/// Who begins.
export type Order = 'first' | 'second' | 'chance';

/// Chairs in the order of play: as they stand, the first one last, or shuffled.
export function inOrder<Chair>(chairs: readonly Chair[], order: Order, random: () => number = Math.random): Chair[] {
  if (order === 'second') return [...chairs.slice(1), ...chairs.slice(0, 1)];
  const seats = [...chairs];
  if (order === 'first') return seats;
  for (let i = seats.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [seats[i], seats[j]] = [seats[j]!, seats[i]!];
  }
  return seats;
}
