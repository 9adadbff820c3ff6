/// A tournament that is being thought up, as the server wants it.
import type { NewTournament, TournamentFormat } from '../server/wire';

export type Format = TournamentFormat['format'];

export interface Plan {
  name: string;
  format: Format;
  rounds: number;
  sets: number;
  challengers: number;
  most: number | null;
  private: boolean;
  bots: boolean;
  rated: boolean;
  /// As the field for a time writes it, in the host's own time; empty: the host says when.
  start: string;
}

export const PLAN: Plan = {
  name: '', format: 'round-robin', rounds: 1, sets: 1, challengers: 1, most: null, private: false, bots: true, rated: false, start: '',
};

/// Which numbers a format asks for.
export const ASKS: Record<Format, readonly ('rounds' | 'sets' | 'challengers')[]> = {
  'round-robin': ['rounds'], swiss: ['rounds', 'sets'], knockout: ['sets'], gauntlet: ['challengers', 'rounds'],
};

function formatOf({ format, rounds, sets, challengers }: Plan): TournamentFormat {
  switch (format) {
    case 'round-robin': return { format, rounds };
    case 'swiss': return { format, rounds, sets };
    case 'knockout': return { format, sets, extra_sets: 1 };
    case 'gauntlet': return { format, challengers, rounds };
  }
}

export function tournamentOf(plan: Plan, game: string, rules: string, clock: string): Partial<NewTournament> {
  return {
    name: plan.name.trim(), game, format: formatOf(plan), clock, private: plan.private, bots: plan.bots, rated: plan.rated,
    ...(rules ? { rules } : {}),
    ...(plan.most ? { most: plan.most } : {}),
    ...(plan.start ? { start_ms: new Date(plan.start).getTime() } : {}),
  };
}
