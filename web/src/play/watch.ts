/// The clocks of a game at this screen. What is left is written where it is kept with the game.
import type { ClockView } from '../game/types';
import { afterMove, left, type Pace } from './clock';

export class Watch {
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: Pace, private readonly times: number[]) {}

  /// Lets the clock of `turn` run since then, and no other; `fall` is called when it has run out.
  wind(turn: number | null, since: number, fall: () => void): ClockView[] {
    this.stop();
    const faces = this.times.map((left_ms, seat) => ({ left_ms, runs: seat === turn, at: since }));
    const running = faces.find((face) => face.runs);
    if (running) this.alarm = setTimeout(fall, left(running, performance.now()) + 20);
    return faces;
  }

  moved(seat: number, ms: number): void {
    this.times[seat] = afterMove(this.pace, Math.max(0, this.times[seat]! - ms));
  }

  empty(seat: number): void {
    this.times[seat] = 0;
  }

  /// What an engine should spend on a move.
  share(seat: number): number {
    const share = this.pace.each ? this.pace.base_ms / 3 : this.times[seat]! / 30 + this.pace.plus_ms * 0.7;
    return Math.round(Math.max(50, share));
  }

  stop(): void {
    clearTimeout(this.alarm);
  }
}
