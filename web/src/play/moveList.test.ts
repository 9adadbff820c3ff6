import { expect, it } from 'vitest';
import type { GameEvent } from '../game/types';
import { entries, rounds } from './moveList';

const events: GameEvent[] = [
  { by: 0, move: 'a1' }, { by: 1, move: 'b2' },
  { by: 0, move: 'a1-a3' }, { by: 1, move: 'b2-b4' },
  { by: 0, action: 'stop?' }, { by: 1, action: 'refuse' },
  { by: 0, move: 'a3-a4' }, { by: 0, move: 'a4-a5' },
  { event: 'dice', to: 0 }, { by: 1, move: null }, { by: 0, action: 'resign' },
];

it('lists what was done and where it stands in the log', () => {
  const list = entries(events);
  expect(list.map((entry) => entry.text)).toEqual(['a1', 'b2', 'a1-a3', 'b2-b4', 'a3-a4', 'a4-a5', null, null]);
  expect(list.map((entry) => entry.upto)).toEqual([1, 2, 3, 4, 7, 8, 10, 11]);
  expect(list.at(-1)!.action).toBe('resign');
});

it('numbers rounds after the pieces stand, and leaves a gap where a turn was skipped', () => {
  const rows = rounds(entries(events), 2);
  expect(rows.map((row) => [row.number, ...row.cells.map((cell) => cell?.upto ?? null)])).toEqual([
    [null, 1, 2], [1, 3, 4], [2, 7, null], [3, 8, 10], [4, 11, null],
  ]);
});

it('takes cards for moves, not for places', () => {
  const rows = rounds(entries([{ by: 1, move: '7D' }, { by: 0, move: '3D' }, { by: 0, move: '1-off' }]), 2);
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3]);
});
