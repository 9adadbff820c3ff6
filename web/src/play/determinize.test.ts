/// A game is played by the rules; every viewer's hidden cards are filled in, and each position looks as it did to that viewer.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Log, Snapshot } from '../game/types';
import { extended } from '../rules/advance';
import type { Answer, Args, Name } from '../rules/calls';
import { fillHidden } from './determinize';

const built = import.meta.glob<{ initSync: (module: { module: BufferSource }) => void; call: (name: string, json: string) => string }>('../rules/wasm/floe_wasm.js');
const wasm = new URL('../rules/wasm/floe_wasm_bg.wasm', import.meta.url);
const load = built['../rules/wasm/floe_wasm.js'];
const there = load !== undefined && existsSync(wasm);

let callRules: <N extends Name>(name: N, args: Args<N>) => Answer<N>;
beforeAll(async () => {
  if (!there) return;
  const module = await load();
  module.initSync({ module: readFileSync(wasm) });
  callRules = (name, args) => JSON.parse(module.call(name, JSON.stringify(args))) as never;
});

/// Part of a game: two moves in three are the first legal one, the others the last.
function played(rules: string, seed: number, moves: number): Log {
  let log = callRules('open', { game: 'montauk', rules, seed });
  for (let n = 0; n < moves; n++) {
    const { legal, actor, result } = callRules('view', { log, viewer: 'all' });
    if (result || typeof actor !== 'number') break;
    log = extended(log, callRules('play', { log, seat: actor, move: legal.at(n % 3 ? 0 : -1)!, viewer: 'all' }));
  }
  return log;
}

describe.skipIf(!there)('a game with hidden cards', () => {
  for (const [rules, seed, moves] of [['rounds=12', 1, 40], ['rounds=12', 2, 75], ['rounds=2,reshuffle=1', 3, 33], ['rounds=5,scoring=pips', 4, 150]] as const) {
    it(`is seen again as it was: ${rules}, ${moves} moves`, () => {
      const log = played(rules, seed, moves);
      for (const viewer of [0, 1, null]) {
        const now = callRules('view', { log, viewer });
        const { start } = callRules('open', { game: 'montauk', rules: log.rules, seed: 1 });
        const again: Log = { ...log, start, events: fillHidden(now.events, log.rules), seed: null };
        for (let upto = 0; upto <= log.events.length; upto += 7) {
          const visible = ({ state, position, actor, legal, scores }: Snapshot) => ({ state, position, actor, legal, scores });
          expect(visible(callRules('view', { log: again, viewer, upto }))).toEqual(visible(callRules('view', { log, viewer, upto })));
        }
      }
    });
  }
});
