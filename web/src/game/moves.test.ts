import { expect, test } from 'vitest';
import fixtures from '../board/fixtures/positions.json';
import { parseTypedMove, choicesOf, nextOf, NOTHING, press, readMove, stepBack, formatMove, type Picked } from './moves';

type Name = keyof typeof fixtures;

test('texts are read in every notation', () => {
  expect(readMove('d1-d7/g7')).toEqual({ kind: 'slide', from: 'd1', to: 'd7', shot: 'g7' });
  expect(readMove('[[0,3],[1,2]]')).toEqual({ kind: 'slide', from: '[0,3]', to: '[1,2]', shot: null });
  expect(readMove('[2,1]')).toEqual({ kind: 'place', at: '[2,1]' });
  expect(readMove('2@h7')).toEqual({ kind: 'lay', fish: 2, at: 'h7' });
  expect(readMove('d4-x')).toEqual({ kind: 'retire', at: 'd4' });
  expect(readMove('pass')).toEqual({ kind: 'pass' });
  expect(readMove('swap')).toEqual({ kind: 'swap' });
  expect(choicesOf(['a1', 'swap'])).toMatchObject({ pass: null, swap: 'swap' });
});

test('moves of Fish are written like all others, and read in both ways', () => {
  expect(['[[0,3],[1,2]]', '[[0,3],[1,2]]/[2,2]', '[2,1]', 'd1-d7/g7'].map(formatMove)).toEqual(['[0,3]-[1,2]', '[0,3]-[1,2]/[2,2]', '[2,1]', 'd1-d7/g7']);
  expect(['[0,3]-[1,2]', '0,3-1,2', '0,3 - 1,2 / 2,2', '2,1', '[[0,3],[1,2]]', 'd1-d7/g7', 'pass'].map(parseTypedMove))
    .toEqual(['[[0,3],[1,2]]', '[[0,3],[1,2]]', '[[0,3],[1,2]]/[2,2]', '[2,1]', '[[0,3],[1,2]]', 'd1-d7/g7', 'pass']);
});

/** Every move that can be made by pressing cells. */
function everyWay(name: Name): string[] {
  const choices = choicesOf(fixtures[name].legal);
  const found: string[] = [];
  const walk = (picked: Picked) => {
    const next = nextOf(choices, picked);
    if (next.text) found.push(next.text);
    for (const cell of next.cells) {
      const pressed = press(choices, picked, cell)!;
      if (pressed.move) found.push(pressed.move);
      else walk(pressed.picked);
    }
  };
  if (choices.lays.size) for (const fish of choices.lays.keys()) walk({ ...NOTHING, fish });
  else walk(NOTHING);
  return found;
}

test.each(Object.keys(fixtures) as Name[])('%s: pressing cells leads to every legal move once, and to no other', (name) => {
  expect(everyWay(name).sort()).toEqual([...fixtures[name].legal].sort());
});

test('the opening of Amazons has 2,176 moves; sorting them is quick', () => {
  expect(fixtures['amazons-start'].legal.length).toBe(2176);
  const start = performance.now();
  choicesOf(fixtures['amazons-start'].legal);
  expect(performance.now() - start).toBeLessThan(100);
});

test('a slide with a shot takes three presses, and steps back one at a time', () => {
  const choices = choicesOf(fixtures['amazons-start'].legal);
  const piece = press(choices, NOTHING, 'd1')!.picked;
  expect(nextOf(choices, piece).kind).toBe('target');
  const target = press(choices, piece, 'd7')!.picked;
  expect(nextOf(choices, target).kind).toBe('shot');
  expect(press(choices, target, 'g7')!.move).toBe('d1-d7/g7');
  expect(press(choices, target, 'd1')!.move, 'the cell it left may be shot at').toBe('d1-d7/d1');
  expect(stepBack(target)).toEqual(piece);
  expect(stepBack(piece)).toEqual(NOTHING);
});

test('another piece can be picked up at once; a cell that cannot be chosen gives null', () => {
  const choices = choicesOf(fixtures['amazons-start'].legal);
  expect(press(choices, { ...NOTHING, from: 'd1' }, 'g1')!.picked.from).toBe('g1');
  expect(press(choices, { ...NOTHING, from: 'd1' }, 'd1')!.picked).toEqual(NOTHING);
  expect(press(choices, NOTHING, 'e5')).toBeNull();
});
