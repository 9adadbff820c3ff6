// Every picture: a name, an address, what was played before, who is viewing, and what is done before it is taken.
import { readFileSync } from 'node:fs';

/** Every game. */
export const GAMES = Object.keys(JSON.parse(readFileSync(new URL('../../src/games/manifests.json', import.meta.url), 'utf8')));
/** The pictures that the docs show. */
export const DOCS = [
  'home-desk', 'home-desk-dark', 'home-phone', 'new-pauper-desk', 'editor-desk', 'penguins-desk', 'penguins-phone', 'amazons-desk', 'pauper-desk',
  'fish-desk-dark', 'amazon-penguins-desk', 'paper-penguins-desk', 'paper-penguins-phone', 'penguin-buffet-desk', 'amazonian-buffet-desk',
  'showdown-desk', 'montauk-desk', 'montauk-desk-dark', 'montauk-phone', 'study-desk', 'learn-amazons-desk', 'puzzles-desk', 'puzzles-shelf-desk',
  'lobby-desk', 'tournament-running-desk',
];
const RULES = { penguins: 'players=4', fish: 'players=3' };
const MIDST = { amazons: 0.35, fish: 0.62 };
const OWN = '[role=gridcell][aria-label*="your "][aria-label*="can move to"]';
const TARGET = '[role=gridcell][aria-label*=", target"]';

/** Picks up a piece and points at one of its targets. */
async function pointing(page) {
  const own = page.locator(OWN);
  await own.first().click({ timeout: 4000 });
  const targets = page.locator(TARGET);
  await targets.nth((await targets.count()) >> 1).hover({ timeout: 1000, force: true });
}
const press = (name, role = 'button') => (page) => page.getByRole(role, { name }).first().click({ timeout: 4000 });
const each = (...acts) => async (page) => {
  for (const act of acts) await act(page);
};
/** Makes any first move but the right one, where cells are pressed. */
const guess = (page) => pointing(page).then(() => page.locator(TARGET).last().click({ force: true, timeout: 2000 }));
/** Waits for the review of a game, goes back to one of its moves and starts the engine. */
async function reviewed(page) {
  await page.getByText('accurate').first().waitFor({ timeout: 60_000 });
  await page.getByRole('slider', { name: 'Position' }).fill('30');
  await page.getByRole('button', { name: 'Think' }).click();
  await page.waitForTimeout(2500);
}

export function list(server) {
  const game = (name, until, more) => ({ play: { game: name, rules: RULES[name], until, ...more } });
  const mine = { cookies: server.ada, store: { 'floe.known': 1 } };
  const dressed = (settings) => ({ store: { 'floe.settings': settings } });
  return [
    { name: 'home', path: '/' },
    { name: 'home-back', path: '/', ...game('penguins', 0.4), ...mine },
    ...['penguins', 'pauper', 'montauk', 'penguin-buffet'].map((name) => ({ name: `new-${name}`, path: `/new/${name}` })),
    { name: 'new-four', path: '/new/fish?rules=players%3D4' },
    { name: 'new-days', path: '/new/amazons?with=friend', ...mine, act: press(/correspondence|days/i, 'radio') },
    { name: 'editor', path: '/editor?game=pauper&rules=snowflake' },
    ...GAMES.flatMap((name) => [
      { name: `${name}-start`, ...game(name, 0) },
      { name, ...game(name, MIDST[name] ?? 0.45), act: name === 'montauk' ? undefined : pointing },
      { name: `${name}-end`, ...game(name, 1) },
      { name: `learn-${name}`, path: `/learn/${name}` },
    ]),
    { name: 'montauk-spend', play: { game: 'montauk', until: 128.5 / 397 } },
    { name: 'showdown', play: { game: 'penguin-buffet', rules: 'showdown=table', until: 45.5 / 49 }, act: press('Best layout') },
    { name: 'showdown-two', play: { game: 'amazonian-buffet', rules: 'showdown=table', until: 0.99, hot: true } },
    { name: 'fish-four', play: { game: 'fish', rules: 'players=4', until: 0.6 } },
    // Themes that a player has chosen.
    { name: 'pauper-night', ...game('pauper', 0.45), ...dressed({ theme: 'ice-dark' }), act: pointing },
    { name: 'paper-night', ...game('paper-penguins', 0.45), ...dressed({ theme: 'ice-dark' }), act: pointing },
    ...['penguins', 'amazons', 'penguin-buffet', 'montauk'].map((name) => ({ name: `${name}-contrast`, ...game(name, 0.45), ...dressed({ theme: 'high-contrast' }) })),
    ...['penguins', 'fish'].map((name) => ({ name: `${name}-marks`, ...game(name, 0.45), ...dressed({ marks: true, coordinates: 'every' }) })),
    { name: 'study', ...game('penguins', 1, { rules: undefined }), path: (id) => `/study/local-${id}`, act: reviewed },
    { name: 'study-lines', path: '/study/new/amazons?seed=1', act: press(/Lines|Analyse|Think/) },
    { name: 'study-montauk', ...game('montauk', 1), path: (id) => `/study/local-${id}` },
    { name: 'study-front', path: '/study' },
    { name: 'learn', path: '/learn' },
    { name: 'rules', path: '/learn/penguins/rules' },
    { name: 'lobby', path: '/lobby' },
    { name: 'watch', path: '/watch' },
    { name: 'watch-finished', path: '/watch#finished' },
    { name: 'watched', path: `/t/${server.table}` },
    { name: 'table', path: `/t/${server.table}`, ...mine },
    { name: 'table-days', path: `/t/${server.days}`, ...mine },
    { name: 'table-waiting', path: `/t/${server.waiting}`, ...mine },
    { name: 'puzzles', path: '/puzzles' },
    { name: 'puzzles-shelf', path: '/puzzles/penguins', store: { 'floe.puzzles': { solved: { 'penguins-001': 1, 'penguins-003': 2 }, days: [] } } },
    ...GAMES.map((name) => ({ name: `puzzle-${name}`, path: `/puzzles/${name}-004` })),
    { name: 'puzzle-wrong', path: '/puzzles/penguins-003', act: guess },
    { name: 'puzzle-solved', path: '/puzzles/amazons-002', act: press('Show the solution') },
    { name: 'leaders', path: '/leaders', answers: {
      '**/api/leaderboards/penguins': [['Ada', 1788.2, 38], ['Marten', 1731, 44], ['toaster', 1650, 60]].map(([name, rating, deviation], n) => (
        { name, bot: name === 'toaster', rating: { game: 'penguins', rating, deviation, games: 63 - 9 * n } })),
    } },
    { name: 'tournaments', path: '/tournaments' },
    { name: 'tournament-new', path: '/tournaments/new', ...mine },
    { name: 'tournament-running', path: `/tournaments/${server.running}` },
    { name: 'tournament-coming', path: `/tournaments/${server.coming}`, ...mine },
    { name: 'tournament-over', path: `/tournaments/${server.over}` },
    { name: 'profile', path: '/u/Ada' },
    { name: 'me', path: '/me', ...mine },
    { name: 'me-nobody', path: '/me' },
    { name: 'settings', path: '/settings' },
    { name: 'nowhere', path: '/nowhere' },
    { name: 'table-nowhere', path: '/t/nowhere' },
  ];
}
