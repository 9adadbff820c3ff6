// The editor's counts are compared with what the rules deal, not with a formula of the page.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Args, Name } from '../rules/calls';

const built = import.meta.glob<{ initSync: (module: { module: BufferSource }) => void; call: (name: string, json: string) => string }>('../rules/wasm/floe_wasm.js');
const wasm = new URL('../rules/wasm/floe_wasm_bg.wasm', import.meta.url);
const load = built['../rules/wasm/floe_wasm.js'];
const there = load !== undefined && existsSync(wasm);

const rules = vi.hoisted(() => ({ call: (_name: string, _json: string): string => '' }));
vi.mock('../rules', () => ({
  callRules: async <N extends Name>(name: N, args: Args<N>) => JSON.parse(rules.call(name, JSON.stringify(args))) as Answer<N>,
  hasLocalRules: async () => true,
}));

const { BoardEditor } = await import('./boardEditor.svelte');

beforeAll(async () => {
  if (!there) return;
  const module = await load();
  module.initSync({ module: readFileSync(wasm) });
  rules.call = module.call;
});

describe.skipIf(!there)('what the rules would deal', () => {
  const supplyFor = async (game: string, line: string) => {
    const editor = new BoardEditor();
    await editor.load(game, line);
    await editor.check(() => true);
    expect(editor.error).toBeNull();
    return editor.supply;
  };

  it('is 3:2:1 as the rules round it, with the tiles of the drawing left out', async () => {
    // Half a tile too much: it is a one, where rounding both other kinds would make it a three.
    expect(await supplyFor('penguins', 'topology=square,pieces=1,layout=***/***/***')).toEqual([5, 3, 1]);
    expect(await supplyFor('penguins', 'topology=square,pieces=1,layout=***/*3*/1**')).toEqual([5, 3, 1]);
    expect(await supplyFor('penguins', '')).toEqual([30, 20, 10]);
  });

  it('is nothing where there are no fish to deal', async () => {
    expect(await supplyFor('amazons', 'topology=square,layout=*****/*****/*****/*****/*****,start=a1 a2 | e4 e5')).toBeNull();
    // A board with the fish of every cell deals none either, and is as good as any.
    expect(await supplyFor('penguins', 'topology=square,pieces=1,lay=given,layout=111/121/111')).toBeNull();
  });
});
