/// Who is at a table and what is said there.
import { call } from '../server/api';
import { socket } from '../server/connection.svelte';
import { me } from '../server/me.svelte';
import type { ChatSaid, Told } from '../server/wire';
import { mute, muted } from './muted';

export class ChatRoom {
  private lines = $state.raw<ChatSaid[]>([]);
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
    // On a line that is open already nobody says hello again; without one there is nobody yet to ask as.
    if (me.you) void this.load();
  }

  onMessage(message: Told): void {
    if (message.is === 'hello') void this.load();
    if (message.is === 'chat' && message.table === this.table) this.lines = [...this.lines, message.line];
    if (message.is === 'present' && message.table === this.table) {
      this.present = message.seats;
      this.spectators = message.spectators;
    }
  }

  async send(text: string): Promise<void> {
    await socket.request({ do: 'chat', table: this.table, text });
  }

  setMuted(user: string, on: boolean): void {
    this.mutes = mute(user, on);
  }

  /// What was said before we came.
  private async load(): Promise<void> {
    try {
      this.lines = await call<ChatSaid[]>('GET', `/api/tables/${this.table}/chat`);
    } catch {
      // It is not worth a sentence; what is said from now on comes by itself.
    }
  }
}
