// Every lesson is played against the rules, so that none can be wrong.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { GAMES, gamePage } from '../games';
import type { Answer, Args, Name } from '../rules/calls';
import { attempt, begin, reply, waits, type CallRules } from './runStep';
import type { Verdict } from './lesson';

const built = import.meta.glob<{ initSync: (module: { module: BufferSource }) => void; call: (name: string, json: string) => string }>(
  '../rules/wasm/floe_wasm.js',
);
const wasm = new URL('../rules/wasm/floe_wasm_bg.wasm', import.meta.url);
const load = built['../rules/wasm/floe_wasm.js'];
const there = load !== undefined && existsSync(wasm);

let callRules: CallRules;

beforeAll(async () => {
  if (!there) return;
  const module = await load();
  module.initSync({ module: readFileSync(wasm) });
  callRules = async <N extends Name>(name: N, args: Args<N>) => JSON.parse(module.call(name, JSON.stringify(args))) as Answer<N>;
});

// Without the rules module there is nothing to play against: `cargo xtask web` builds it.
describe.skipIf(!there)('lessons (skipped where the rules module is not built)', () => {
  for (const game of GAMES) {
    it(`teaches ${game} with steps that can be solved as shown`, async () => {
      const lesson = await gamePage(game).lesson();
      expect(lesson.game).toBe(game);
      expect(lesson.steps.length).toBeGreaterThanOrEqual(5);
      expect(lesson.steps.length).toBeLessThanOrEqual(8);
      for (const step of lesson.steps) {
        let at = await begin(callRules, lesson, step);
        expect(at.seen.actor, step.texts.task).toBe(0);
        let verdict: Verdict = 'off';
        for (const [index, move] of step.solution.entries()) {
          const before = at.seen.legal;
          expect(before.includes(move) || before.includes('layout'), `${move} in ${step.texts.task}`).toBe(true);
          ({ at, verdict } = await attempt(callRules, step, at, move));
          const last = index === step.solution.length - 1;
          expect(verdict, `${move} in ${step.texts.task}`).toBe(last ? 'met' : 'on');
          if (!last) while (waits(at)) at = await reply(callRules, step, at);
        }
      }
    });

    it(`leaves something to find in ${game}: not every move is right`, async () => {
      const lesson = await gamePage(game).lesson();
      let off = 0;
      for (const step of lesson.steps) {
        const at = await begin(callRules, lesson, step);
        for (const move of at.seen.legal.slice(0, 40)) {
          if ((await attempt(callRules, step, at, move)).verdict === 'off') off++;
        }
      }
      expect(off).toBeGreaterThan(0);
    });
  }
});
