// One description per game: the registry, the folders and the manifests agree, and nothing else in the page names a game.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GAME, gamePage, GAMES, isSlide, PROGRAM_ORDER, SLIDES } from './index';
import manifests from './manifests.json';
import { namesAGame } from './mentions';
import { seatLook, colourName } from './seats';
import type { GameId } from './types';

const src = fileURLToPath(new URL('..', import.meta.url));
const ids = Object.keys(manifests) as GameId[];
const sorted = (list: readonly string[]) => [...list].sort();

describe('the registry', () => {
  const folders = readdirSync(join(src, 'games'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

  it('has a folder for every manifest, a manifest for every folder, and a page for both', () => {
    expect(sorted(folders)).toEqual(sorted(ids));
    expect(sorted(GAMES)).toEqual(sorted(ids));
    for (const id of ids) {
      expect(gamePage(id).id).toBe(id);
      for (const file of ['index.ts', 'lesson.ts', 'scene.json']) expect(existsSync(join(src, 'games', id, file)), `${id}/${file}`).toBe(true);
    }
  });

  it('keeps both orders: the puzzle of the day follows the program, the home page does not', () => {
    const [first, second, ...rest] = PROGRAM_ORDER;
    expect(PROGRAM_ORDER).toEqual(ids);
    expect(GAMES).toEqual([second, first, ...rest]);
    expect(GAMES[0]).toBe(DEFAULT_GAME);
    expect(SLIDES).toEqual(ids.filter((id) => manifests[id].family === 'slide'));
    expect(isSlide(DEFAULT_GAME)).toBe(true);
  });

  it('refuses an unknown game', () => {
    for (const name of ['chess', '', 'constructor', '__proto__']) expect(() => gamePage(name as GameId)).toThrow(`unknown game '${name}'`);
  });
});

describe.each(ids)('the page of %s', (id) => {
  const page = gamePage(id);
  const symbols = new Set([...readFileSync(join(src, 'drawings/sprites.svg'), 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));

  it('has a manifest with the fields that the page reads, and no others', () => {
    const manifest = manifests[id];
    expect(sorted(Object.keys(manifest))).toEqual(['family', 'hides', 'look', 'name', 'notation', 'piece', 'scores', 'seats', 'unit']);
    expect(['slide', 'buffet', 'montauk']).toContain(manifest.family);
    expect(['ice', 'chips', 'paper', 'squares', 'cards']).toContain(manifest.look);
    expect(['fish', 'points', 'squares', 'cards']).toContain(manifest.unit);
    expect(['nothing', 'layouts', 'hands']).toContain(manifest.hides);
    expect(manifest.scores).toBeTypeOf('boolean');
    expect(manifest.piece && manifest.name).toBeTruthy();
    for (const word of manifest.notation) expect(['fen', 'sgf']).toContain(word);
    expect(new Set(manifest.seats.map(({ name }) => name)).size).toBe(manifest.seats.length);
  });

  it('draws every seat with symbols that exist', () => {
    expect(page.seatLooks.length).toBeGreaterThanOrEqual(page.seats.length);
    for (const { drawing } of page.seatLooks) expect(symbols).toContain(drawing);
    expect(page.seatLooks.every(({ colours, tone }) => colours && tone)).toBe(true);
    if (page.emblem.symbol !== null) expect(symbols).toContain(page.emblem.symbol);
  });

  it('names and draws seats beyond those that it knows', () => {
    expect(colourName(id, 0)).toBe(manifests[id].seats[0]!.name);
    expect(colourName(id, 7)).toBe('Player 8');
    expect(seatLook(id, 7)).toBe(page.seatLooks.at(-1));
  });

  it('has rules in short', async () => {
    expect((await page.rules()).length).toBeGreaterThan(1);
  });
});

/** Texts that look like the id of a game and are not: `fish` is also a unit, a switch and a field. Each reason is checked to be needed. */
const NOT_IDS: readonly { file: string; text: string; reason: string }[] = [
  { file: 'editor/boardEditor.svelte.ts', text: `'supply', 'fish', 'chips'`, reason: 'names of switches' },
  { file: 'new/groups.ts', text: `'board' | 'fish' | 'cards'`, reason: 'names of groups of switches' },
  { file: 'new/groups.ts', text: `'draw', 'fish', 'chips'`, reason: 'names of switches' },
  { file: 'game/position.ts', text: `'kind' | 'fish' | 'seat'`, reason: 'fields of a cell' },
  { file: 'cards/montauk.ts', text: `insight.family !== 'montauk'`, reason: 'the family of an insight' },
  { file: 'play/Players.svelte', text: `kind === 'fish'`, reason: 'the unit of a score' },
  { file: 'puzzles/text.ts', text: `.unit === 'fish'`, reason: 'the unit of a score' },
];

/**
 * Folders that may name games: their own; texts, which are sorted by language so that a translation is one folder; and what is
 * generated from the rules.
 */
const FREE = ['games/', 'texts/', 'rules/wasm/'];

const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|svelte|css)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .filter((file) => !FREE.some((folder) => file.startsWith(folder)));

describe('the rest of the page', () => {
  it('is searched', () => expect(sources.length).toBeGreaterThan(200));

  it.each(sources)('%s names no game', (file) => {
    let text = readFileSync(join(src, file), 'utf8');
    for (const { file: where, text: known } of NOT_IDS) if (where === file) text = text.replaceAll(known, '');
    expect(namesAGame(text, ids)).toEqual([]);
  });

  it.each(NOT_IDS)('$file needs its exception: $reason', ({ file, text }) => {
    expect(readFileSync(join(src, file), 'utf8')).toContain(text);
  });

  it.each([
    `if (game === 'montauk') return`, `game === "fish"`, 'x = `pauper`', `const LIST = ['penguins']`, `{ 'amazon-penguins': 1 }`,
    `{ montauk: [1240, 740] }`, `scenes.montauk`, `t('games.montauk')`, `.penguin-buffet { color: red }`, `game.endsWith('buffet')`,
    `game.startsWith('amazon')`, `import x from '../games/penguins/sample'`, `/buffet$/.test(game)`,
  ])('would be found out with %s', (line) => expect(namesAGame(line, ids)).toEqual([line]));

  it.each([
    `import { turn } from './montauk';`, `import { gamePage } from '../games';`, `{ fish: 3 }`, `cell.fish`, `board === 'buffet'`, `piece === 'amazon'`,
  ])('is free to say %s', (line) => expect(namesAGame(line, ids)).toEqual([]));
});
