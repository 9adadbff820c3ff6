import { expect, test } from 'vitest';
import fixtures from '../board/fixtures/positions.json';
import { besideKey, geometryOf, neighbours, rays } from './geometry';
import { readMove } from './moves';
import { readPosition, type Cell, type Position } from './position';
import type { SlideInsight, SlideState } from '../rules/api';
import type { Rules } from './types';

type Name = keyof typeof fixtures;
const read = (name: Name) =>
  readPosition(fixtures[name].rules as unknown as Rules, fixtures[name].state as SlideState, fixtures[name].insight as SlideInsight);

/** Where a piece can slide, by the rays alone. */
function slides(position: Position, from: Cell): string[] {
  return rays(position, from).flatMap((line) => {
    const end = line.findIndex((cell) => cell.kind !== 'open' || cell.seat !== null);
    return line.slice(0, end < 0 ? line.length : end).map((cell) => cell.name);
  });
}

test.each(['amazons-mid', 'penguins-mid', 'penguins-four', 'fish-mid', 'paper-mid'] as Name[])(
  '%s: the rays of every piece are the slides of the rules', (name) => {
    const position = read(name);
    const legal = new Set(fixtures[name].legal.map((text) => {
      const step = readMove(text);
      return step?.kind === 'slide' ? `${step.from} ${step.to}` : '';
    }));
    const drawn = position.cells.filter((cell) => cell.seat === fixtures[name].actor)
      .flatMap((cell) => slides(position, cell).map((to) => `${cell.name} ${to}`));
    expect(new Set(drawn)).toEqual(legal);
  });

test('neighbours touch both ways and are equally far on hexes', () => {
  for (const name of ['penguins-mid', 'fish-mid', 'islands'] as Name[]) {
    const position = read(name);
    const { at } = geometryOf(position, name === 'fish-mid' ? 'flat' : 'hex');
    for (const cell of position.cells) {
      for (const near of neighbours(position, cell)) {
        expect(neighbours(position, near)).toContain(cell);
        const [a, b] = [at.get(cell.name)!, at.get(near.name)!];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(90, 0);
      }
    }
  }
});

test('the labels of Fish’s board name row and column of every cell', () => {
  const position = read('fish-mid');
  const { at, labels } = geometryOf(position, 'flat');
  for (const cell of position.cells) {
    const { x, y } = at.get(cell.name)!;
    const row = labels.find((label) => label.y === y)?.text;
    const column = labels.find((label) => label.x === x)?.text;
    expect(`[${row},${column}]`).toBe(cell.name);
  }
});

test('arrow keys reach every cell of a board', () => {
  for (const name of ['penguins-mid', 'fish-mid', 'islands', 'amazons-mid'] as Name[]) {
    const position = read(name);
    const seen = new Set<Cell>([position.cells[0]!]);
    for (const cell of seen) {
      for (const key of ['up', 'down', 'left', 'right'] as const) {
        const next = besideKey(position, cell, key);
        if (next) seen.add(next);
      }
    }
    expect(seen.size, name).toBe(position.cells.length);
  }
});
