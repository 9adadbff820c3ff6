// Who is at a table and its chat.
import { callApi } from '../server/api';
import { socket } from '../server/connection.svelte';
import { me } from '../server/me.svelte';
import type { ChatMessage, ServerMessage } from '../server/wire';
import { mute, muted } from './muted';

export class ChatRoom {
  private lines = $state.raw<ChatMessage[]>([]);
  private mutes = $state.raw<string[]>(muted());
  private present = $state.raw<number[] | null>(null);
  private spectators = $state(0);

  info = $derived({
    lines: this.lines.filter((line) => !this.mutes.includes(line.user)),
    muted: this.mutes,
    present: this.present,
    spectators: this.spectators,
  });

  constructor(private readonly table: string) {
    // On an open connection no `hello` comes again; without one there is no user yet to load as.
    if (me.you) void this.load();
  }

  onMessage(message: ServerMessage): void {
    if (message.type === 'hello') void this.load();
    if (message.type === 'chat' && message.table === this.table) this.lines = [...this.lines, message.line];
    if (message.type === 'presence' && message.table === this.table) {
      this.present = message.seats;
      this.spectators = message.spectators;
    }
  }

  async send(text: string): Promise<void> {
    await socket.request({ type: 'chat', table: this.table, text });
  }

  setMuted(user: string, on: boolean): void {
    this.mutes = mute(user, on);
  }

  /** Loads the messages from before this visitor came. */
  private async load(): Promise<void> {
    try {
      this.lines = await callApi<ChatMessage[]>('GET', `/api/tables/${this.table}/chat`);
    } catch {
      // Not worth an error message; new messages arrive anyway.
    }
  }
}
