// Compares the engine in WebAssembly with the one in the program: for every game the same number of nodes must give the
// same analysis. `node scripts/compare-engines.mjs ../target/debug/floe`
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { call, initSync } from '../src/rules/wasm/floe_wasm.js';

const [program] = process.argv.slice(2);
if (!program) {
  console.error('compare-engines: name the program, such as ../target/debug/floe');
  process.exit(2);
}
const folder = fileURLToPath(new URL('../src/rules/wasm/', import.meta.url));
initSync({ module: readFileSync(`${folder}floe_wasm_bg.wasm`) });
const callRules = (name, args) => JSON.parse(call(name, JSON.stringify(args)));
const floe = (...words) => JSON.parse(execFileSync(program, [...words, '--json'], { encoding: 'utf8' }));

const NODES = 600;
const SEED = 5;
/** Analyses are compared at the start and after some moves. */
const PLIES = [0, 6, 17];

/**
 * In the module's reasons `{0}` stands for a seat, where the program has its name: in a game always the same name for
 * a seat, and no two seats have one name.
 */
function isSame(program, module, names) {
  const seats = new Set();
  const parts = module.split(/\{(\d)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (seats.has(part)) return `\\k<seat${part}>`;
    seats.add(part);
    return `(?<seat${part}>[^"{}]{1,20})`;
  });
  const found = new RegExp(`^${parts.join('')}$`).exec(program);
  if (!found) return false;
  for (const [seat, name] of Object.entries(found.groups ?? {})) {
    if (names.has(seat) ? names.get(seat) !== name : [...names.values()].includes(name)) return false;
    names.set(seat, name);
  }
  return true;
}

let [same, differ] = [0, 0];
for (const { id } of callRules('games', {})) {
  let log = callRules('open', { game: id, seed: SEED });
  const moves = [];
  const names = new Map();
  for (let ply = 0; ply <= Math.max(...PLIES); ply++) {
    const { actor, legal } = callRules('view', { log, viewer: 'all' });
    if (actor === null) break;
    if (PLIES.includes(ply)) {
      const place = moves.length ? [`--moves=${moves.join(' ')}`] : [];
      const native = floe('analyze', id, '--seed', `${SEED}`, ...place, '--nodes', `${NODES}`);
      const wasm = callRules('analyze', { log, level: 'max', nodes: NODES, lines: 3, seed: SEED, reasons: true });
      const [one, other] = [native, wasm].map(({ lines, nodes, depth }) => JSON.stringify({ lines, nodes, depth }));
      if (isSame(one, other, names)) same++;
      else {
        differ++;
        console.error(`${id} after ${ply} moves:\n  the program  ${one}\n  WebAssembly  ${other}`);
      }
    }
    const move = legal[(ply * 7919) % legal.length];
    moves.push(move.replaceAll(' ', ''));
    const { tail } = callRules('play', { log, seat: actor, move });
    log = { ...log, events: [...log.events, ...tail] };
  }
}
console.log(`${same} analyses are the same, ${differ} differ`);
process.exit(differ || same < 20 ? 1 : 0);
