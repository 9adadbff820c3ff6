// A tournament being drafted, as the server expects it.
import type { NewTournament, TournamentFormat } from '../server/wire';

export type Format = TournamentFormat['format'];

export interface TournamentDraft {
  name: string;
  format: Format;
  rounds: number;
  sets: number;
  challengers: number;
  minutes: number;
  maxEntrants: number | null;
  private: boolean;
  bots: boolean;
  rated: boolean;
  /** The value of the time field, in the host's local time; empty: the host starts it. */
  start: string;
}

export const EMPTY_DRAFT: TournamentDraft = {
  name: '', format: 'round-robin', rounds: 1, sets: 1, challengers: 1, minutes: 60, maxEntrants: null, private: false, bots: true, rated: false, start: '',
};

/** Which numbers a format asks for. */
export const ASKS: Record<Format, readonly ('rounds' | 'sets' | 'challengers' | 'minutes')[]> = {
  arena: ['minutes'], 'round-robin': ['rounds'], swiss: ['rounds', 'sets'], knockout: ['sets'], gauntlet: ['challengers', 'rounds'],
};

function formatOf({ format, rounds, sets, challengers, minutes }: TournamentDraft): TournamentFormat {
  switch (format) {
    case 'arena': return { format, minutes };
    case 'round-robin': return { format, rounds };
    case 'swiss': return { format, rounds, sets };
    case 'knockout': return { format, sets, extra_sets: 1 };
    case 'gauntlet': return { format, challengers, rounds };
  }
}

export function tournamentOf(draft: TournamentDraft, game: string, rules: string, clock: string): Partial<NewTournament> {
  return {
    name: draft.name.trim(), game, format: formatOf(draft), clock, private: draft.private, bots: draft.bots, rated: draft.rated,
    ...(rules ? { rules } : {}),
    ...(draft.maxEntrants ? { max_entrants: draft.maxEntrants } : {}),
    ...(draft.start ? { start_ms: new Date(draft.start).getTime() } : {}),
  };
}
