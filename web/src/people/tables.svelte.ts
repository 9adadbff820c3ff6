// A list of tables that grows page by page: what is played, or the archive.
import { callApi } from '../server/api';
import type { LobbyRow, Stage, TablePage } from '../server/wire';

export interface Search {
  stage?: Stage;
  game?: string;
  player?: string;
  tournament?: string;
  limit?: number;
}

/** The address of a page of tables. */
export function address(search: Search, before?: string): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...search, before })) if (value) query.set(key, String(value));
  return `/api/tables?${query}`;
}

export class Tables {
  rows = $state.raw<LobbyRow[]>([]);
  error = $state('');
  busy = $state(false);
  /** Has anything been asked and answered? */
  known = $state(false);
  private next = $state.raw<string | null>(null);
  private search: Search = {};

  get more(): boolean {
    return this.next !== null;
  }

  /** Starts a new search from the beginning. */
  async find(search: Search): Promise<void> {
    this.search = search;
    await this.load(search, undefined);
  }

  async loadMore(): Promise<void> {
    if (this.next) await this.load(this.search, this.next);
  }

  private async load(search: Search, before: string | undefined): Promise<void> {
    this.busy = true;
    this.error = '';
    try {
      const page = await callApi<TablePage>('GET', address(search, before));
      // The user may have started another search meanwhile.
      if (search !== this.search) return;
      this.rows = before ? [...this.rows, ...page.tables] : page.tables;
      this.next = page.next;
      this.known = true;
    } catch (error) {
      if (search === this.search) this.error = error instanceof Error ? error.message : String(error);
    } finally {
      if (search === this.search) this.busy = false;
    }
  }
}
