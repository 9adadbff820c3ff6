// Waiting in one or more cells of the lobby until somebody comes, or until Floe takes the seat.
import { lastGame } from '../home/lastGame';
import type { GameId } from '../game/types';
import { navigate } from '../router.svelte';
import { callApi } from '../server/api';
import { socket } from '../server/connection.svelte';
import { ensureUser } from '../server/me.svelte';
import type { QuickTable } from '../server/wire';
import type { Pace } from './paces';

/** How long somebody else has the first claim. */
export const FILL_S = 20;
const KEY = 'floe.fill';

export interface Wait { game: GameId; pace: Pace; table: string; since: number }

export class QuickPairing {
  waits = $state.raw<Wait[]>([]);
  error = $state('');
  busy = $state(false);
  now = $state(Date.now());
  fills = $state(typeof localStorage === 'undefined' || localStorage.getItem(KEY) !== 'no');

  private filling = false;

  setFills(on: boolean): void {
    this.fills = on;
    try {
      localStorage.setItem(KEY, on ? 'yes' : 'no');
    } catch {
      // A private window: for this visit.
    }
    // Whoever has waited is not surprised by Floe at once.
    if (on) this.waits = this.waits.map((wait) => ({ ...wait, since: Date.now() }));
  }

  waitOf(game: GameId, pace: Pace): Wait | undefined {
    return this.waits.find((wait) => wait.game === game && wait.pace.id === pace.id);
  }

  /** Seconds until Floe comes; null where it never does. */
  left(wait: Wait): number | null {
    return wait.pace.daily || !this.fills ? null : Math.max(0, Math.ceil(FILL_S - (this.now - wait.since) / 1000));
  }

  /** A press on a cell: plays at once, or waits; the second press stops waiting. */
  async press(game: GameId, pace: Pace): Promise<void> {
    const wait = this.waitOf(game, pace);
    if (wait) return this.cancel(wait);
    await this.run(async () => {
      await ensureUser();
      const { id, joined } = await callApi<QuickTable>('POST', '/api/quick', { game, clock: pace.clock });
      if (joined) return this.enter(id);
      this.waits = [...this.waits, { game, pace, table: id, since: Date.now() }];
    });
  }

  /** Follows what happens to the tables until the returned function is called; then what is played in one sitting is given up. */
  follow(): () => void {
    const leave = socket.subscribe(() => ({ type: 'ping' }), (message) => {
      if (message.type !== 'your_table' || !this.waits.some(({ table }) => table === message.table)) return;
      if (message.what === 'started') void this.enter(message.table);
      if (message.what === 'over') this.waits = this.waits.filter(({ table }) => table !== message.table);
    });
    const beat = setInterval(() => {
      this.now = Date.now();
      const due = this.waits.find((wait) => this.left(wait) === 0);
      if (due) void this.fill(due);
    }, 250);
    const gone = () => this.giveUp();
    addEventListener('pagehide', gone);
    return () => {
      leave();
      clearInterval(beat);
      removeEventListener('pagehide', gone);
      this.giveUp();
    };
  }

  private async fill(wait: Wait): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    await this.run(async () => {
      await callApi('POST', `/api/tables/${wait.table}/engine`, { level: lastGame().level });
      await this.enter(wait.table);
    });
    // Refused: somebody has come, or the table is gone.
    this.waits = this.waits.filter((other) => other !== wait);
    this.filling = false;
  }

  /** The first match ends all other waits. */
  private async enter(table: string): Promise<void> {
    const others = this.waits.filter((wait) => wait.table !== table);
    this.waits = [];
    navigate(`/t/${table}`);
    await Promise.all(others.map((wait) => this.close(wait)));
  }

  private async cancel(wait: Wait): Promise<void> {
    this.waits = this.waits.filter((other) => other !== wait);
    await this.close(wait);
  }

  private giveUp(): void {
    const live = this.waits.filter(({ pace }) => !pace.daily);
    this.waits = [];
    for (const wait of live) void this.close(wait);
  }

  /** Cancels a table that still waits; one that has begun is left alone. */
  private close(wait: Wait): Promise<void> {
    const call = fetch(`/api/tables/${wait.table}/actions`, {
      method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ act: 'abort' }),
    });
    return call.then(() => undefined, () => undefined);
  }

  private async run(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = '';
    try {
      await work();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }
}
