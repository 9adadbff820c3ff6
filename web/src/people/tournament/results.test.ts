import { describe, expect, test } from 'vitest';
import type { TournamentGame } from '../../server/wire';
import { bracketOf, knockoutRounds, marksOf, playing } from './results';

const game = (fixture: number, seats: number[], points: number[] | null, table: string | null = `t${fixture}`): TournamentGame => ({
  fixture, seats, table, places: points && points.map((one) => (one === 1 ? 1 : 2)), points, faults: [],
});

describe('results of a tournament', () => {
  test('the marks of an entrant, in order', () => {
    const rounds = [{ number: 1, games: [game(0, [0, 1], [1, 0]), game(1, [1, 0], [0.5, 0.5])] }, { number: 2, games: [game(2, [0, 2], null), game(3, [2, 0], null, null)] }];
    expect(marksOf({ rounds }, 0).map(({ mark }) => mark)).toEqual(['win', 'half', 'playing']);
    expect(marksOf({ rounds }, 1).map(({ mark }) => mark)).toEqual(['loss', 'half']);
    expect(marksOf({ rounds }, 7)).toEqual([]);
  });

  test('a bracket, with an extra set that decides a match', () => {
    const rounds = [
      { number: 1, games: [game(0, [0, 3], [1, 0]), game(1, [3, 0], [0, 1]), game(2, [1, 2], [1, 0]), game(3, [2, 1], [1, 0])] },
      { number: 2, games: [game(4, [1, 2], [0, 1]), game(5, [2, 1], [1, 0])] },
      { number: 3, games: [game(6, [0, 2], [1, 0]), game(7, [2, 0], null)] },
    ];
    const bracket = bracketOf({ rounds, winner: null });
    expect(bracket.map((round) => round.map(({ entrants, points, winner, over }) => ({ entrants, points, winner, over })))).toEqual([
      [{ entrants: [0, 3], points: [2, 0], winner: 0, over: true }, { entrants: [1, 2], points: [1, 3], winner: 2, over: true }],
      [{ entrants: [0, 2], points: [1, 0], winner: null, over: false }],
    ]);
    expect(bracketOf({ rounds, winner: 2 })[1]![0]!.winner).toBe(2);
  });

  test('rounds of a knockout', () => {
    expect([2, 3, 4, 5, 8, 9].map((entrants) => knockoutRounds(entrants, 2))).toEqual([1, 2, 2, 3, 3, 4]);
    expect([3, 9, 10].map((entrants) => knockoutRounds(entrants, 3))).toEqual([1, 2, 3]);
  });

  test('the boards of the leaders come first', () => {
    const rounds = [{ number: 1, games: [game(0, [0, 1], null), game(1, [2, 3], null), game(2, [4, 5], [1, 0])] }];
    const standings = [{ entrant: 3 }, { entrant: 0 }] as never;
    expect(playing({ rounds, standings }).map(({ fixture }) => fixture)).toEqual([1, 0]);
  });
});
