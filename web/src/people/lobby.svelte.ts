/// The tables that wait for players, as the server tells them.
import { socket } from '../server/connection.svelte';
import type { LobbyRow, Told } from '../server/wire';

export class Lobby {
  /// Null until the server has spoken.
  rows = $state.raw<LobbyRow[] | null>(null);

  /// Follows the lobby until the returned function is called.
  follow(): () => void {
    return socket.subscribe(() => ({ do: 'lobby', on: true }), (told) => this.hear(told), { do: 'lobby', on: false });
  }

  hear(told: Told): void {
    if (told.is === 'lobby') this.rows = newest(told.open);
    if (told.is !== 'lobby_change') return;
    const others = (this.rows ?? []).filter(({ id }) => id !== told.id);
    this.rows = newest(told.row ? [...others, told.row] : others);
  }
}

const newest = (rows: LobbyRow[]) => [...rows].sort((a, b) => b.created_ms - a.created_ms);
