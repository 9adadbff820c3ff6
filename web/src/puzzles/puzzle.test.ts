// Lines are read or refused with a reason; every shipped puzzle is read and played by the rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Args, Name } from '../rules/calls';
import { playOut, type CallRules } from './line';
import { gameOf, readPuzzle, readPuzzles, type Puzzle } from './puzzle';

const fixtures = new URL('./fixtures/', import.meta.url);
const shipped = new URL('../../../crates/floe-engine/puzzles/', import.meta.url);

const filesIn = (folder: URL): [name: string, text: string][] =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])
    : [];

const good = readFileSync(new URL('penguins.jsonl', fixtures), 'utf8').split('\n')[0]!;
const changed = (change: Partial<Record<keyof Puzzle, unknown>>) => JSON.stringify({ ...(JSON.parse(good) as Puzzle), ...change });

describe('a line', () => {
  it('is read as it is', () => {
    expect(readPuzzle(good)).toEqual(JSON.parse(good));
  });

  it('is refused with what was wrong and what would be right', () => {
    expect(() => readPuzzle(changed({ seat: 'coral' }))).toThrow('seat is "coral"; it must be the seat to move: 0, 1, 2 or 3');
    expect(() => readPuzzle(changed({ solution: [] }))).toThrow('solution is []; it must be a list with at least one move');
    expect(() => readPuzzle(changed({ difficulty: 6 }))).toThrow('from 1 to 5');
    expect(() => readPuzzle(changed({ themes: undefined }))).toThrow('themes');
    expect(() => readPuzzle(changed({ id: 'amazons-001' }))).toThrow('it must begin with "penguins-"');
    expect(() => readPuzzle(changed({ goal: 'win', best: 3, second: 1 }))).toThrow('only the best may be above 0');
    expect(() => readPuzzle(changed({ goal: 'margin', best: 3, second: 2 }))).toThrow('must gain 2 at least');
  });

  it('names its place in the file', () => {
    expect(() => readPuzzles(`${good}\n\n{"id":`)).toThrow(/^line 3: /);
  });

  it('is skipped where bad lines are only reported', () => {
    const reported: string[] = [];
    const text = `null\n${changed({ seat: 4 })}\n${good}`;
    expect(readPuzzles(text, ({ message }) => reported.push(message))).toEqual([JSON.parse(good)]);
    expect(reported.map((message) => message.slice(0, 7))).toEqual(['line 1:', 'line 2:']);
  });

  it('comes in the order of its name', () => {
    const text = [3, 1, 2].map((n) => changed({ id: `penguins-00${n}` })).join('\n');
    expect(readPuzzles(text).map(({ id }) => id)).toEqual(['penguins-001', 'penguins-002', 'penguins-003']);
  });
});

it('knows the game by the name of a puzzle', () => {
  expect(gameOf('amazon-penguins-012')).toBe('amazon-penguins');
  expect(gameOf('penguins-001')).toBe('penguins');
  expect(gameOf('penguins')).toBeUndefined();
  expect(gameOf('chess-001')).toBeUndefined();
});

interface Rules { initSync: (module: { module: BufferSource }) => void; call: (name: string, json: string) => string }
const load = import.meta.glob<Rules>('../rules/wasm/floe_wasm.js')['../rules/wasm/floe_wasm.js'];
const wasm = new URL('../rules/wasm/floe_wasm_bg.wasm', import.meta.url);
const there = load !== undefined && existsSync(wasm);
let callRules: CallRules;
beforeAll(async () => {
  if (!load || !there) return;
  const module = await load();
  module.initSync({ module: readFileSync(wasm) });
  callRules = async <N extends Name>(name: N, args: Args<N>) => JSON.parse(module.call(name, JSON.stringify(args))) as Answer<N>;
});

for (const [folder, files] of [['fixtures', filesIn(fixtures)], ['shipped', filesIn(shipped)]] as const) {
  for (const [name, text] of files) {
    describe(`${folder}: ${name}`, () => {
      it('has puzzles of one game, each name once', () => {
        const puzzles = readPuzzles(text);
        for (const { id, game } of puzzles) expect(`${game}.jsonl`, id).toBe(name);
        expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
      });

      // Without the rules module there is nothing to play against: `cargo xtask web` builds it.
      it.skipIf(!there)('can be played as the lines say, with something else to choose at first', async () => {
        for (const puzzle of readPuzzles(text)) {
          const line = await playOut(callRules, puzzle).catch((error: unknown) => { throw new Error(`${puzzle.id}: ${String(error)}`); });
          const [start] = line;
          expect(start!.seen.actor, puzzle.id).toBe(puzzle.seat);
          expect(start!.seen.legal, puzzle.id).toContain(puzzle.solution[0]);
          expect(start!.seen.legal.length, puzzle.id).toBeGreaterThan(1);
          for (const [ply, move] of puzzle.solution.entries()) {
            const { actor, legal } = line[ply]!.seen;
            if (actor === puzzle.seat) expect(legal, `${puzzle.id}, move ${ply + 1}`).toContain(move);
          }
        }
      }, 60_000);
    });
  }
}
