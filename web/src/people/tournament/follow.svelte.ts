// A tournament that is followed: over the connection of visitors whom the server knows, and by asking now and then.
import { callApi } from '../../server/api';
import { socket } from '../../server/connection.svelte';
import { me } from '../../server/me.svelte';
import type { TournamentState } from '../../server/wire';

const EVERY_MS = 10_000;
const SOON_MS = 250;

export class FollowedTournament {
  state = $state.raw<TournamentState | null>(null);
  error = $state.raw<unknown>(null);

  constructor(private readonly id: string) {}

  load = async (): Promise<void> => {
    try {
      this.state = await callApi<TournamentState>('GET', `/api/tournaments/${encodeURIComponent(this.id)}`);
      this.error = null;
    } catch (error) {
      if (!this.state) this.error = error;
    }
  };

  /** Give it to `$effect`. */
  follow(): () => void {
    void this.load();
    let soon: ReturnType<typeof setTimeout> | undefined;
    const beat = setInterval(() => {
      const stage = this.state?.stage;
      if (!document.hidden && (stage === 'open' || stage === 'live')) void this.load();
    }, EVERY_MS);
    // A visitor whom the server does not know yet is not made a guest for looking.
    const leave = me.you && socket.subscribe(
      () => ({ type: 'watch_tournament', tournament: this.id, on: true }),
      (message) => {
        if (message.type !== 'tournament_update' || message.tournament !== this.id) return;
        clearTimeout(soon);
        soon = setTimeout(() => void this.load(), SOON_MS);
      },
      { type: 'watch_tournament', tournament: this.id, on: false },
    );
    return () => {
      clearInterval(beat);
      clearTimeout(soon);
      leave?.();
    };
  }
}
