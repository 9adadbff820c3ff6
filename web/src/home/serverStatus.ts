// How busy the server is: tables that wait and tables that are played. Without a server both stay unknown.
import type { TablePage } from '../server/wire';

export interface ServerStatus { waiting: string; live: string }

async function tableCount(stage: 'open' | 'live'): Promise<string> {
  const answer = await fetch(`/api/tables?stage=${stage}`, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { tables, next } = (await answer.json()) as TablePage;
  return next ? `${tables.length}+` : String(tables.length);
}

/** Polls while the page is visible. Give it to `$effect`. */
export function pollServer(onStatus: (status: ServerStatus | null) => void): () => void {
  const poll = async () => {
    if (document.hidden) return;
    try {
      const [waiting, live] = await Promise.all([tableCount('open'), tableCount('live')]);
      onStatus({ waiting, live });
    } catch {
      onStatus(null);
    }
  };
  void poll();
  const timer = setInterval(poll, 30_000);
  return () => clearInterval(timer);
}
