// The engine panel: it analyses the position on the board, first briefly, then longer, until it is stopped.
import type { Log, Analysis } from '../game/types';
import { Engine, RulesError } from '../rules';

/** How long it thinks each time, so that something is seen at once and better comes later. */
const SLICES = [300, 1000, 3000, 10_000];

/** Stepping quickly through a game should not start a search at every step. */
const PAUSE = 180;

export class AnalysisRun {
  on = $state(false);
  lines = $state(3);
  result = $state.raw<Analysis | null>(null);
  /** Is it still analysing this position? */
  busy = $state(false);
  error = $state('');

  private engine = new Engine();
  private turn = 0;
  private step = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Sets the position, named by its step; `null` where there is nothing to analyse. Switched off, it forgets
   * the result for another position and keeps the one for this position.
   */
  setPosition(step: number, log: Log | null): void {
    this.stop();
    if (this.on || step !== this.step) this.result = null;
    this.step = step;
    this.error = '';
    if (!log || !this.on) return;
    this.busy = true;
    const turn = this.turn;
    this.timer = setTimeout(() => void this.search(log, this.lines, turn), PAUSE);
  }

  /** Ends the thought; what it has found stays. */
  stop(): void {
    this.turn++;
    this.busy = false;
    clearTimeout(this.timer);
    this.engine.stop();
  }

  private async search(log: Log, lines: number, turn: number): Promise<void> {
    try {
      for (const ms of SLICES) {
        const onProgress = (progress: unknown) => {
          const early = progress as Analysis;
          // Reasons come with answers only: what is shown already is better than a first guess of the next slice.
          if (turn === this.turn && !this.result && early.lines.length) this.result = early;
        };
        const analysis = await this.engine.call('analyze', { log, level: 'max', lines, ms, reasons: true }, onProgress);
        if (turn !== this.turn) return;
        this.result = analysis;
        if (analysis.lines.length && analysis.lines.every((line) => line.exact)) break;
      }
    } catch (error) {
      if (turn !== this.turn) return;
      this.error = error instanceof RulesError ? error.message : String(error);
    }
    if (turn === this.turn) this.busy = false;
  }
}
