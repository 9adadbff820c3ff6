// Plays the short games that the home page shows in its small pictures, and writes them down as pieces that move and cells
// that go, into `src/games/GAME/scene.json`: `node scripts/scenes.mjs path/to/floe [GAME]`, for one game or for all. The
// program must know the game: build `floe` after adding one.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [floe = 'floe', only] = process.argv.slice(2);
// Rules of a small board, the seed and the level of the players. Montauk has its own kind of scene.
const SCENES = {
  penguins: [slide, 'layout= * * * * * */* * * * * * */ * * * * * */* * * * * * *,pieces=2,players=3', 3, 4],
  amazons: [slide, 'rows=5,cols=8,start=c2 g1 | b4 f5', 2, 3],
  pauper: [slide, 'layout= * * * * * */* * * * * * */ * * * * * */* * * * * * *,pieces=2,players=3', 8, 4],
  fish: [slide, 'rows=6,cols=4,fish=random:5,holes=2,players=3,pieces=2', 5, 4],
  'amazon-penguins': [slide, 'rows=4,cols=8,pieces=2', 4, 3],
  'paper-penguins': [slide, 'rows=4,cols=8,pieces=2', 3, 4],
  'penguin-buffet': [slide, 'rows=4,cols=8', 3, 2],
  'amazonian-buffet': [slide, 'rows=4,cols=8', 3, 2],
  montauk: [tracks, 'rounds=1', 3, 3],
};

const trace = (game, rules, seed, level) =>
  execFileSync(floe, ['trace', game, '--rules', rules, '--seed', String(seed), '--policy', String(level)], { maxBuffer: 1 << 28 })
    .toString().trim().split('\n').map((line) => JSON.parse(line));

// The cells of a move: where from, where to, what is shot or claimed.
const parts = (move) => (move.startsWith('[') ? move.match(/\[\d+,\d+\]/g) : move.split(/[-/]/));

function slide(game, rules, seed, level) {
  const [{ start }, ...lines] = trace(game, rules, seed, level);
  const cells = [];
  const index = new Map();
  start.board.forEach((row, r) => row.forEach((face, i) => {
    const hexes = start.rules.topology !== 'square';
    const x = start.xs?.[r]?.[i] ?? (start.rules.topology === 'hex_columns' ? 2 * i + (r % 2) : i);
    const name = start.rules.topology === 'hex_columns' ? `[${r},${i}]`
      : hexes ? String.fromCharCode(96 + start.board.length - r) + (i + 1)
      : String.fromCharCode(97 + i) + (start.board.length - r);
    // A cell without fish is not a hole.
    if (face === '0' && !start.cells?.includes(name)) return;
    index.set(name, cells.length);
    cells.push([x, r, face === '0' ? '' : face]);
  }));
  const pieces = (start.pieces ?? []).flatMap((names, seat) => names.map((name) => [seat, [index.get(name)]]));
  let frame = 0;
  const go = (name, by) => (cells[index.get(name)].push(frame, by));
  for (const { actor, move } of lines.filter((line) => line.move)) {
    if (frame === 16) break;
    const [from, to, shot] = parts(move);
    if (!to) {
      if (move === 'pass') continue;
      pieces.push([actor, [index.get(from)]]);
      continue;
    }
    frame++;
    for (const piece of pieces) piece[1].push(piece[1].at(-1));
    pieces.find(([, at]) => at.at(-1) === index.get(from))[1][frame] = index.get(to);
    if (start.rules.block === 'left') go(from, actor);
    else if (shot) go(shot, actor);
  }
  return { cells, pieces, frames: frame + 1 };
}

// Montauk: pyramids in boxes 6 to 1, and the cards of the trick.
function tracks(game, rules, seed, level) {
  const pyramids = [];
  const table = [];
  let led = null;
  const lines = trace(game, rules, seed, level);
  const step = (card) => {
    for (const pyramid of pyramids) pyramid[2].push(pyramid[2].at(-1));
    table.push(card);
  };
  for (const { event, dice, to, actor, move } of lines) {
    if (event === 'dice') dice.forEach((box, i) => pyramids.push([to, 'llmmss'[i], [box]]));
    if (!move || move === 'pass') continue;
    if (!table.length) table.push([]);
    const [from, goal] = move.split('-');
    if (goal === undefined) {
      const pair = led ? [led, move] : [move];
      led = led ? null : move;
      step(pair);
      continue;
    }
    step(table.at(-1));
    pyramids.find(([seat, , at]) => seat === actor && at.at(-1) === Number(from))[2][table.length - 1] = goal === 'off' ? 0 : Number(goal);
    if (table.length > 22) break;
  }
  return { pyramids, table, frames: table.length };
}

if (only && !(only in SCENES)) {
  console.error(`no scene for '${only}'; add it to SCENES, or use ${Object.keys(SCENES).join(', ')}`);
  process.exit(2);
}
for (const [game, [make, ...how]] of Object.entries(SCENES)) {
  if (only && only !== game) continue;
  writeFileSync(new URL(`../src/games/${game}/scene.json`, import.meta.url), `${JSON.stringify(make(game, ...how))}\n`);
}
