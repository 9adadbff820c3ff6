// A bot for Penguins, for two to four players, in JavaScript for Node. It knows the usual board of hexagons, not the drawn ones.
//
//     floe match penguins --players random "cmd:node examples/bots/penguins.js" --games 10
//     floe match penguins --rules players=3 --players random greedy "cmd:node examples/bots/penguins.js" --games 6
//
// It looks one move ahead: fish it gets, and how far its penguins can go compared with everybody else's.
'use strict';

// Rows count from the bottom. Every second row is set in by half a tile, so its neighbours above and below are
// one further to the right.
const neighbours = ([row, col]) => {
  const right = col + (row % 2);
  return [[row, col - 1], [row, col + 1], [row + 1, right - 1], [row + 1, right], [row - 1, right - 1], [row - 1, right]];
};

// "BOARD PHASE SEAT …", see docs/formats.md: rows from the top, a digit for a free tile, A1 for a penguin on a tile.
function parse(text) {
  const [board, phase, seat] = text.split(/\s+/);
  const rows = board.split('/').reverse().map((row) => row.match(/[A-D][0-9]|./g) ?? []);
  return { rows, phase, me: 'ABCD'[Number(seat)] };
}

const mark = (position, [row, col]) => position.rows[row]?.[col] ?? '0';
const isFree = (position, tile) => '1234567'.includes(mark(position, tile));
const fish = (position, tile) => Number(mark(position, tile).slice(-1));
// Rows are lettered, tiles are numbered in each row.
const name = ([row, col]) => 'abcdefghijk'[row] + (col + 1);

function tiles(position, wanted) {
  const found = [];
  position.rows.forEach((marks, row) => marks.forEach((mark, col) => wanted(mark) && found.push([row, col])));
  return found;
}

// Every free tile on the six lines from a tile, up to the first gap or penguin.
function reach(position, from) {
  const found = [];
  for (let line = 0; line < 6; line++) {
    for (let at = neighbours(from)[line]; isFree(position, at); at = neighbours(at)[line]) found.push(at);
  }
  return found;
}

// How far my penguins can go, less how far the others can.
function room(position) {
  const count = (wanted) => tiles(position, wanted).reduce((sum, tile) => sum + reach(position, tile).length, 0);
  const mine = (mark) => mark[0] === position.me;
  return count(mine) - count((mark) => /[A-D]/.test(mark) && !mine(mark));
}

// Calls `look` with some tiles changed, and puts them back.
function withTiles(position, changes, look) {
  const before = changes.map(([[row, col]]) => position.rows[row][col]);
  changes.forEach(([[row, col], mark]) => { position.rows[row][col] = mark; });
  const answer = look();
  changes.forEach(([[row, col]], at) => { position.rows[row][col] = before[at]; });
  return answer;
}

function moves(position) {
  if (position.phase === 'place') {
    // On tiles with one fish, and on others only when none of those is left.
    const ones = tiles(position, (mark) => mark === '1');
    const spots = ones.length ? ones : tiles(position, (mark) => '234567'.includes(mark));
    return spots.map((to) => ({ text: name(to), gain: 0, changes: [[to, position.me + '1']] }));
  }
  return tiles(position, (mark) => mark[0] === position.me).flatMap((from) => reach(position, from).map((to) => ({
    text: `${name(from)}-${name(to)}`,
    gain: fish(position, from),
    changes: [[from, '0'], [to, position.me + fish(position, to)]],
  })));
}

function choose(position) {
  let best = { text: 'pass', worth: -Infinity };
  for (const { text, gain, changes } of moves(position)) {
    const worth = 2 * gain + withTiles(position, changes, () => room(position));
    if (worth > best.worth) best = { text, worth };
  }
  return best.text;
}

let position = null;
// The interface closes when the referee closes standard input, and then nothing keeps Node alive.
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [first, second, ...rest] = line.trim().split(/\s+/);
  if (first === 'ugi') console.log('id name Penguin JavaScript\nugiok');
  else if (first === 'isready') console.log('readyok');
  else if (first === 'position' && second === 'fen') position = parse(rest.join(' '));
  else if (first === 'go' && position) console.log('bestmove ' + choose(position));
  else if (first === 'quit') process.exit(0);
  // Anything else, such as setoption and uginewgame, asks for no answer.
});
