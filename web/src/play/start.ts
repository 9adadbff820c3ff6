// Starts games: on this device, or at a table on the server.
import type { GameId, Log, Rules, SeatInfo } from '../game/types';
import { navigate } from '../router.svelte';
import { callRules, hasLocalRules } from '../rules';
import { callApi } from '../server/api';
import { ensureUser } from '../server/me.svelte';
import type { CreatedTable, NewTable } from '../server/wire';
import { t } from '../texts';
import { saveGame } from './savedGames';

export interface Setup {
  game: GameId;
  rules?: Rules;
  seats: SeatInfo[];
  seed?: number;
  clock?: string;
  /** A position to begin from, as text. */
  position?: string;
  /** A game to resume. */
  log?: Log;
}

/** A short random id. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('');
}

/** Opens a game on this device and goes there. */
export async function startLocal(setup: Setup): Promise<void> {
  const { game, rules, seats, clock, position } = setup;
  if (!(await hasLocalRules())) return startOnServer(setup);
  const seed = setup.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
  const log = setup.log ?? (await callRules('open', { game, rules, seed, position }));
  const { seats: needed } = await callRules('view', { log, viewer: null });
  if (needed !== seats.length) throw new Error(t('play.wrongSeats', { needed, given: seats.length }));
  const id = newId();
  const now = Date.now();
  saveGame({ id, game, seats, log, clock: clock ?? null, left_ms: null, begun: now, changed: now, result: null, position });
  navigate(`/play/${id}`);
}

/** A page without the rules plays at a private table on the server. */
async function startOnServer({ game, rules, seats, clock, position, log }: Setup): Promise<void> {
  if (position || log) throw new Error(t('play.noRulesHere'));
  await startTable({
    game,
    rules,
    seats: seats.map((seat) => (seat.kind === 'engine' ? { kind: 'engine', level: seat.level } : { kind: 'me' })),
    clock,
    rated: false,
    private: true,
  });
}

/** Makes a table on the server and goes there. */
export async function startTable(table: Omit<NewTable, 'contribute'>): Promise<void> {
  await ensureUser();
  const { id } = await callApi<CreatedTable>('POST', '/api/tables', { ...table, contribute: true });
  navigate(`/t/${id}`);
}
