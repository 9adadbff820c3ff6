// A server to take pictures of: people, tables that wait, tables that are played, ratings, two tournaments.
import { request } from 'playwright-core';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function startServer(program, dist) {
  const folder = mkdtempSync(join(tmpdir(), 'floe-screens-'));
  const settings = [`web_dir=${dist}`, 'log=error', 'request_burst=100000', 'exhibition_games=0'].flatMap((setting) => ['--set', setting]);
  const server = spawn(program, ['serve', '--port', '0', '--data', 'floe.db', ...settings], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, fail) => {
    let text = '';
    server.stdout.on('data', (bytes) => {
      const match = /http:\/\/[\d.]+:\d+/.exec((text += bytes));
      if (match) found(match[0]);
    });
    server.on('exit', () => fail(new Error(text)));
  });
  const close = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, close };
}

async function person(address, name) {
  const http = await request.newContext({ baseURL: address });
  const call = async (path, data) => {
    const answer = data ? await http.post(`/api/${path}`, { data }) : await http.get(`/api/${path}`);
    if (!answer.ok()) throw new Error(`${name} ${path}: ${await answer.text()}`);
    return answer.json().catch(() => null);
  };
  await call('account', { name, password: 'a long enough one' });
  return { call, cookies: () => http.storageState() };
}

/** One move by the player to move, the same one every time. */
async function move(table, seats, n) {
  const { version, status } = await seats[0].call(`tables/${table}`);
  const mover = seats[status.turn];
  const { status: { legal } } = await mover.call(`tables/${table}?legal=true`);
  await mover.call(`tables/${table}/moves`, { at: version, move: legal[(n * 37) % legal.length] });
}

/** A game between two of them, of `moves` moves. */
async function meet(game, [host, guest], moves, more = {}) {
  const { id } = await host.call('tables', { game, seats: [{ kind: 'me' }, { kind: 'open' }], clock: '1800+10', ...more });
  await guest.call(`tables/${id}/seat`, {});
  for (let n = 0; n < moves; n++) await move(id, [host, guest], n);
  return id;
}

/** Fills a server. Returns the addresses that the list of pictures needs. */
export async function populate(address) {
  const [ada, marten, ilse] = await Promise.all(['Ada', 'Marten', 'Ilse'].map((name) => person(address, name)));
  for (let n = 0; n < 9; n++) {
    const pair = n % 2 ? [ada, marten] : [marten, ada];
    const table = await meet(n % 3 ? 'penguins' : 'amazons', pair, 8, { rated: true });
    await pair[n % 4 ? 1 : 0].call(`tables/${table}/actions`, { act: 'resign' });
  }
  const me = { kind: 'me' };
  const open = { kind: 'open' };
  await marten.call('tables', { game: 'fish', rules: 'players=3', seats: [me, open, open], clock: '600+10' });
  await ilse.call('tables', { game: 'montauk', seats: [me, open], clock: '3d' });
  await marten.call('tables', { game: 'amazons', seats: [me, open], clock: '300+5', rated: true });
  await ilse.call('tables', { game: 'paper-penguins', rules: 'rows=6,cols=6', seats: [open, me] });
  const days = await meet('amazon-penguins', [ada, ilse], 18, { clock: '3d' });
  const table = await meet('penguins', [ada, marten], 22);
  await ada.call(`tables/${table}/chat`, { text: 'Good luck!' }).catch(() => undefined);
  const waiting = (await ada.call('tables', { game: 'penguins', rules: 'players=4', seats: [me, open, open, { kind: 'engine', level: '4' }], private: true })).id;

  const tournament = (name, game, format, clock = '120+1') => ada.call('tournaments', { name, game, format, clock });
  const over = (await tournament('Sunday morning', 'fish', { format: 'round-robin', rounds: 1 })).id;
  for (const level of ['1', '2', '3', '4']) await ada.call(`tournaments/${over}/engines`, { level });
  await ada.call(`tournaments/${over}/start`, {});
  const running = (await tournament('Friday night', 'penguins', { format: 'swiss', rounds: 3, sets: 1 }, '3d')).id;
  for (const one of [ada, marten, ilse]) await one.call(`tournaments/${running}/join`, {});
  for (const level of ['2', '5', '7']) await ada.call(`tournaments/${running}/engines`, { level });
  await ada.call(`tournaments/${running}/start`, {});
  const coming = (await tournament('A cup of ice', 'montauk', { format: 'knockout', sets: 1, extra_sets: 1 })).id;
  return { ada: await ada.cookies(), table, days, waiting, over, running, coming };
}

/** A game on one device as the browser stores it, played by the engine up to an event at which seat 0 chooses. */
export function played(program, id, { game, rules = '', seed = 5, until = 1, viewer = 0, hot = false }) {
  const told = execFileSync(program, ['trace', game, ...(rules ? ['--rules', rules] : []), '--seed', `${seed}`, '--policy', '3']);
  const record = JSON.parse(execFileSync(program, ['convert', '-'], { input: told, encoding: 'utf8' }));
  const { rules: all, start, events, result, seed: dealt } = record;
  let at = Math.floor(events.length * until);
  while (at < events.length && !(events[at].by === viewer && events[at].move)) at++;
  const count = Number(all.players ?? 2);
  const seats = Array.from({ length: count }, (_, seat) =>
    seat === viewer || hot ? { kind: 'local', name: ['Ada', 'Marten', 'Ilse', 'Bo'][seat] } : { kind: 'engine', level: `${seat + 2}` });
  const log = { game, rules: all, start, events: events.slice(0, at), seed: dealt };
  const time = Date.now() - 60_000;
  return { id, game, seats, log, clock: null, left_ms: null, begun: time, changed: time, result: at === events.length ? result : null };
}
