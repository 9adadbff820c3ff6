// The day's puzzle must be the terminal's as well.
import { describe, expect, it } from 'vitest';
import { dayOf, gameOfDay, inOrder, placeOfDay, streakOf } from './day';

describe('the puzzle of the day', () => {
  it('counts days in UTC since 1970', () => {
    expect(dayOf(0)).toBe(0);
    expect(dayOf(Date.UTC(1970, 0, 2) - 1)).toBe(0);
    expect(dayOf(Date.UTC(2026, 0, 1))).toBe(20454);
  });

  it('takes the games in the order of the program, not of the front door', () => {
    expect(inOrder(['penguins', 'montauk', 'amazons', 'not-a-game'])).toEqual(['amazons', 'penguins', 'montauk']);
    expect(inOrder([])).toEqual([]);
  });

  it('goes from game to game every day, and to the next puzzle when all had their turn', () => {
    const games = inOrder(['amazons', 'penguins', 'fish']);
    const days = [20454, 20455, 20456, 20457];
    expect(days.map((day) => gameOfDay(day, games))).toEqual(['amazons', 'penguins', 'fish', 'amazons']);
    expect(days.map((day) => placeOfDay(day, 3, 50))).toEqual([18, 18, 18, 19]);
    expect(placeOfDay(20454 + 3 * 32, 3, 50)).toBe(0);
  });

  it('is none where there are no puzzles', () => {
    expect(gameOfDay(20454, [])).toBeUndefined();
  });
});

describe('a streak', () => {
  it('counts days without a gap up to today', () => {
    expect(streakOf([10, 11, 12], 12)).toBe(3);
    expect(streakOf([12, 9, 11], 12)).toBe(2);
    expect(streakOf([], 12)).toBe(0);
  });

  it('lives until today is over', () => {
    expect(streakOf([10, 11], 12)).toBe(2);
    expect(streakOf([10, 11], 13)).toBe(0);
  });
});
