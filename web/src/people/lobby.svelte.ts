// The tables that wait for players, as the server sends them.
import { socket } from '../server/connection.svelte';
import type { LobbyRow, ServerMessage } from '../server/wire';

export class Lobby {
  /** Null until the server has spoken. */
  rows = $state.raw<LobbyRow[] | null>(null);

  /** Follows the lobby until the returned function is called. */
  subscribe(): () => void {
    return socket.subscribe(() => ({ type: 'lobby', on: true }), (message) => this.onMessage(message), { type: 'lobby', on: false });
  }

  onMessage(message: ServerMessage): void {
    if (message.type === 'lobby') this.rows = newest(message.open);
    if (message.type !== 'lobby_change') return;
    const others = (this.rows ?? []).filter(({ id }) => id !== message.id);
    this.rows = newest(message.row ? [...others, message.row] : others);
  }
}

const newest = (rows: LobbyRow[]) => [...rows].sort((a, b) => b.created_ms - a.created_ms);
