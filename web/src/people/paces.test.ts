import { describe, expect, test } from 'vitest';
import type { LobbyRow } from '../server/wire';
import { isQuick, PACES, waitingIn } from './paces';

const row = (change: Partial<LobbyRow> = {}): LobbyRow => ({
  id: 'a', game: 'fish', stage: 'open', house_rules: false, clock: '300+5', rated: false,
  seats: [{ kind: 'person', user: 'ann', name: 'Ann', bot: false }, { kind: 'open' }], created_ms: 1, ended_ms: null, result: null, tournament: null, ...change,
});

describe('cells of quick pairing', () => {
  test('only tables of two with the standard rules and one of the clocks', () => {
    expect(isQuick(row())).toBe(true);
    for (const change of [{ house_rules: true }, { rated: true }, { clock: null }, { clock: '301+5' }, { seats: [{ kind: 'open' as const }] }]) {
      expect(isQuick(row(change)), JSON.stringify(change)).toBe(false);
    }
  });

  test('those of others wait in their own cell', () => {
    const rows = [row(), row({ id: 'b', game: 'amazons' }), row({ id: 'c', clock: '3d' })];
    expect(waitingIn(rows, 'fish', PACES[0], 'bob').map(({ id }) => id)).toEqual(['a']);
    expect(waitingIn(rows, 'fish', PACES[0], 'ann')).toEqual([]);
    expect(waitingIn(rows, 'fish', PACES[3], 'bob').map(({ id }) => id)).toEqual(['c']);
  });
});
