// A table that is followed by asking now and then, while it can be seen: enough for small pictures.
import { callApi } from '../server/api';
import type { TableState } from '../server/wire';

/** Often enough to follow, seldom enough for a page full of them. */
const EVERY_MS = 6000;

export class FollowedTable {
  shown = $state.raw<TableState | null>(null);
  private seen = $state(false);

  /** Give it the table and the element in a function each. */
  constructor(table: () => string | null, box: () => HTMLElement | undefined) {
    $effect(() => {
      const element = box();
      if (!element) return;
      const watcher = new IntersectionObserver(([entry]) => (this.seen = entry?.isIntersecting ?? false));
      watcher.observe(element);
      return () => watcher.disconnect();
    });
    $effect(() => {
      const id = table();
      if (!this.seen || !id) return;
      let over = false;
      const look = async () => {
        if (document.hidden && this.shown) return;
        try {
          const now = await callApi<TableState>('GET', `/api/tables/${id}`);
          if (over) return;
          this.shown = now;
          if (now.status.stage === 'over' || now.status.stage === 'aborted') clearInterval(beat);
        } catch {
          // The picture stays as it was; the next attempt may reach the server again.
        }
      };
      const beat = setInterval(look, EVERY_MS);
      void look();
      return () => {
        over = true;
        clearInterval(beat);
      };
    });
  }
}
