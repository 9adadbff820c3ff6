// The clocks of a game on this device. The time left is written to the saved game.
import type { ClockView, GameEvent } from '../game/types';
import { afterMove, left, type TimeControl } from './clock';

export class GameClock {
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly timeControl: TimeControl, private readonly times: number[]) {}

  /** Lets the clock of `turn` run from `since` on, and no other; `onTimeout` is called when it runs out. */
  run(turn: number | null, since: number, onTimeout: () => void): ClockView[] {
    this.stop();
    const faces = this.times.map((left_ms, seat) => ({ left_ms, runs: seat === turn, at: since }));
    const running = faces.find((face) => face.runs);
    if (running) this.alarm = setTimeout(onTimeout, left(running, performance.now()) + 20);
    return faces;
  }

  moved(seat: number, ms: number): void {
    this.times[seat] = afterMove(this.timeControl, Math.max(0, this.times[seat]! - ms));
  }

  /** Sets all clocks back to what they were after these events of a game that has been undone. */
  rewind(events: readonly GameEvent[]): void {
    this.times.fill(this.timeControl.base_ms);
    for (const event of events) {
      if ('move' in event && typeof event.by === 'number') this.moved(event.by, typeof event.ms === 'number' ? event.ms : 0);
      // On this device only the clock eliminates a player.
      if ('action' in event && (event.action === 'eliminate' || event.action === 'forfeit') && typeof event.by === 'number') this.setEmpty(event.by);
    }
  }

  setEmpty(seat: number): void {
    this.times[seat] = 0;
  }

  /** What an engine should spend on a move. */
  engineBudgetMs(seat: number): number {
    const budget = this.timeControl.each ? this.timeControl.base_ms / 3 : this.times[seat]! / 30 + this.timeControl.plus_ms * 0.7;
    return Math.round(Math.max(50, budget));
  }

  stop(): void {
    clearTimeout(this.alarm);
  }
}
