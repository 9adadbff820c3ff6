// Where the game of a study comes from: a table on the server, this screen, a link, or nothing but the rules.
import type { GameId, Log, Rules, SeatInfo, Snapshot } from '../game/types';
import { GAMES } from '../games';
import { loadGame } from '../play/savedGames';
import { snapshotOf } from '../play/snapshot';
import { callRules, hasLocalRules } from '../rules';
import { callApi } from '../server/api';
import type { TableState } from '../server/wire';
import { t } from '../texts';
import { unpack } from './shareLink';
import { named } from './seats';
import type { Variation } from './tree';

export interface Source {
  log: Log;
  occupants: SeatInfo[];
  variations: Variation[];
  /** The step to begin at (default: the last). */
  at: number | null;
  /** Without the rules there is only the position that the server drew. */
  staticView: Snapshot | null;
}

/** The game is in play: it is watched where it is played. */
export class InPlay extends Error {
  constructor(readonly address: string) {
    super(t('study.inPlay'));
  }
}

/** Separates the names from a log, where the record that it was read from has some. */
export function plain({ players, ...log }: Log): { log: Log; names: string[] } {
  return { log, names: (players ?? []).map((player) => player.name) };
}

export const isGame = (word: string | undefined): word is GameId => (GAMES as readonly string[]).includes(word ?? '');

/** The game at an address: first come the words that follow `/study`. */
export async function load([what = '', game]: string[], hash: string, query: URLSearchParams): Promise<Source> {
  if (hash.startsWith('r=')) return fromLink(hash.slice(2));
  if (what === 'new') return empty(game, query);
  if (what.startsWith('local-')) return fromSavedGame(what.slice('local-'.length));
  return fromTable(what);
}

async function needRules(): Promise<void> {
  if (!(await hasLocalRules())) throw new Error(t('study.noRules'));
}

async function fromLink(text: string): Promise<Source> {
  const shared = await unpack(text);
  if (!shared) throw new Error(t('study.damagedLink'));
  await needRules();
  const { seats } = await callRules('view', { log: shared.log, viewer: 'all', upto: 0 });
  return { log: shared.log, occupants: named(shared.log.game, shared.names ?? [], seats), variations: shared.variations ?? [], at: shared.at ?? null, staticView: null };
}

async function empty(game: string | undefined, query: URLSearchParams): Promise<Source> {
  if (!isGame(game)) throw new Error(t('study.noSuchGame'));
  await needRules();
  const text = query.get('rules') ?? undefined;
  const rules = text?.startsWith('{') ? (JSON.parse(text) as Rules) : text;
  const position = query.get('position') ?? undefined;
  const seed = Number(query.get('seed') ?? 1 + Math.floor(Math.random() * 1e9));
  const log = await callRules('open', { game, rules, position, seed });
  const { seats } = await callRules('view', { log, viewer: 'all' });
  return { log, occupants: named(game, [], seats), variations: [], at: 0, staticView: null };
}

async function fromSavedGame(id: string): Promise<Source> {
  const stored = loadGame(id);
  if (!stored) throw new Error(t('study.notStored'));
  await needRules();
  const { hides, result } = await callRules('view', { log: stored.log, viewer: null });
  // Study shows every hand.
  if (hides && !result) throw new InPlay(`/play/${id}`);
  return { log: stored.log, occupants: stored.seats, variations: [], at: null, staticView: null };
}

async function fromTable(id: string): Promise<Source> {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const state = await callApi<TableState>('GET', path);
  if (state.status.stage === 'open' || state.status.stage === 'live') throw new InPlay(`/t/${id}`);
  if (state.start === null) throw new Error(t('study.neverBegan'));
  const occupants = state.seats;
  if (!(await hasLocalRules())) return { log: logOf(state), occupants, variations: [], at: null, staticView: drawnBy(state) };
  const record = await callApi<unknown>('GET', `${path}/record`);
  const { log } = plain(await callRules('import', { text: JSON.stringify(record) }));
  // A record knows whose rules were played; the table knows by what name.
  return { log: { ...log, game: state.game }, occupants, variations: [], at: null, staticView: null };
}

const logOf = (state: TableState): Log => ({
  game: state.game, rules: state.rules, start: state.start ?? '', events: state.events, seed: null,
});

/** The last position as the server sends it, with nothing to do and nothing hidden. */
const drawnBy = (state: TableState): Snapshot => ({ ...snapshotOf(state), actor: null, legal: [], offer: null, hides: false });
