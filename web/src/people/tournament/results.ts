// What the pages of tournaments show, worked out from the games the server lists.
import type { TournamentGame, TournamentRound, TournamentState } from '../../server/wire';

/** A game of an entrant: won, shared, lost, being played. */
export type Mark = 'win' | 'half' | 'loss' | 'playing';

export interface MarkedGame { mark: Mark; game: TournamentGame }

/** The games of an entrant in their order, each with the mark of its result. */
export function marksOf(state: Pick<TournamentState, 'rounds'>, entrant: number): MarkedGame[] {
  return state.rounds.flatMap(({ games }) => games).flatMap((game): MarkedGame[] => {
    const seat = game.seats.indexOf(entrant);
    if (seat < 0) return [];
    const points = game.points?.[seat];
    if (points === undefined) return game.table ? [{ mark: 'playing', game }] : [];
    return [{ mark: points >= 0.99 ? 'win' : points <= 0.01 ? 'loss' : 'half', game }];
  });
}

/** A meeting in a knockout: who, their points, and who goes on. */
export interface Match { entrants: number[]; points: number[]; games: TournamentGame[]; over: boolean; winner: number | null }

const key = (seats: readonly number[]) => [...seats].sort((a, b) => a - b).join(' ');

function matchesOf(round: TournamentRound): Match[] {
  const matches = new Map<string, Match>();
  for (const game of round.games) {
    const entrants = [...game.seats].sort((a, b) => a - b);
    const match = matches.get(key(entrants)) ?? { entrants, points: entrants.map(() => 0), games: [], over: true, winner: null };
    match.games.push(game);
    match.over &&= game.points !== null;
    game.points?.forEach((points, seat) => (match.points[entrants.indexOf(game.seats[seat]!)]! += points));
    matches.set(key(entrants), match);
  }
  return [...matches.values()];
}

/**
 * The rounds of a knockout. Extra sets are rounds of their own on the server; here they belong to the match they decide. Whoever
 * plays in a later round has won, and of the last match the winner of the tournament.
 */
export function bracketOf(state: Pick<TournamentState, 'rounds' | 'winner'>): Match[][] {
  const rounds: Match[][] = [];
  for (const round of state.rounds) {
    const matches = matchesOf(round);
    const last = rounds.at(-1);
    const isExtra = last && matches.every((match) => last.some((other) => key(other.entrants) === key(match.entrants)));
    if (!isExtra) {
      rounds.push(matches);
      continue;
    }
    for (const match of matches) {
      const known = last.find((other) => key(other.entrants) === key(match.entrants))!;
      known.games.push(...match.games);
      known.over &&= match.over;
      match.points.forEach((points, at) => (known.points[at]! += points));
    }
  }
  rounds.forEach((matches, at) => {
    const later = new Set(rounds.slice(at + 1).flatMap((round) => round.flatMap(({ entrants }) => entrants)));
    for (const match of matches) {
      match.winner = match.entrants.find((entrant) => later.has(entrant)) ?? (at === rounds.length - 1 ? match.entrants.find((entrant) => entrant === state.winner) ?? null : null);
    }
  });
  return rounds;
}

/** How many rounds a knockout has in all. */
export const knockoutRounds = (entrants: number, seats: number): number => Math.max(1, Math.ceil(Math.log(Math.max(2, entrants)) / Math.log(Math.max(2, seats)) - 1e-9));

/** The game somebody is playing now. */
export const currentGame = (state: Pick<TournamentState, 'rounds'>, entrant: number): TournamentGame | null =>
  marksOf(state, entrant).filter(({ mark }) => mark === 'playing').at(-1)?.game ?? null;

/** The games that are being played, those of the leaders first. */
export function playing(state: Pick<TournamentState, 'rounds' | 'standings'>): TournamentGame[] {
  const place = new Map(state.standings.map(({ entrant }, at) => [entrant, at]));
  const best = (game: TournamentGame) => Math.min(...game.seats.map((entrant) => place.get(entrant) ?? 999));
  return state.rounds.flatMap(({ games }) => games).filter((game) => game.table && !game.points).sort((a, b) => best(a) - best(b));
}

/** The games that ended last, the latest first. */
export const ended = (state: Pick<TournamentState, 'rounds'>): TournamentGame[] =>
  state.rounds.flatMap(({ games }) => games).filter((game) => game.points && game.table).sort((a, b) => b.fixture - a.fixture);
