// The review of a game while it is made: in a worker, move by move, stopped at any time.
import type { Log } from '../game/types';
import { Engine, RulesError } from '../rules';
import type { ReviewProgress } from '../rules/api';
import { saveReview, loadReview } from './savedReviews';
import type { Review } from './review';

export class ReviewRun {
  review = $state.raw<Review | null>(null);
  busy = $state(false);
  done = $state(0);
  total = $state(0);
  error = $state('');

  private engine = new Engine();
  private turn = 0;

  /** Loads a saved review of this game, if there is one. */
  recall(log: Log): boolean {
    this.review = loadReview(log);
    return this.review !== null;
  }

  async start(log: Log): Promise<void> {
    const turn = ++this.turn;
    this.busy = true;
    this.done = this.total = 0;
    this.error = '';
    try {
      const report = await this.engine.call('review', { log }, (progress) => {
        if (turn === this.turn) ({ done: this.done, of: this.total } = progress as ReviewProgress);
      });
      if (turn !== this.turn) return;
      this.review = report;
      saveReview(log, this.review);
    } catch (error) {
      if (turn === this.turn) this.error = error instanceof RulesError ? error.message : String(error);
    }
    if (turn === this.turn) this.busy = false;
  }

  stop(): void {
    this.turn++;
    this.busy = false;
    this.engine.stop();
  }
}
