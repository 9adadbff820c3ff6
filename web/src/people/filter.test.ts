import { describe, expect, it } from 'vitest';
import type { LobbyRow } from '../server/wire';
import { ANYTHING, clockKind, fits } from './filter';

const row = (more: Partial<LobbyRow>): LobbyRow => ({
  id: 'x', game: 'penguins', stage: 'open', house_rules: false, clock: '300+5', rated: false, seats: [], created_ms: 0,
  ended_ms: null, result: null, tournament: null, ...more,
});

describe('clocks', () => {
  it('tells fast from slow by the whole game', () => {
    expect(clockKind('300+5')).toBe('fast');
    expect(clockKind('600+0')).toBe('slow');
    expect(clockKind('180+15')).toBe('slow');
    expect(clockKind('10s')).toBe('fast');
    expect(clockKind('3d')).toBe('days');
    expect(clockKind(null)).toBe('none');
  });
});

describe('the lobby', () => {
  it('shows everything to those who wish for anything', () => {
    expect(fits(row({ rated: true, clock: null }), ANYTHING)).toBe(true);
  });

  it('filters by game, clock and whether it counts', () => {
    expect(fits(row({}), { ...ANYTHING, game: 'amazons' })).toBe(false);
    expect(fits(row({}), { ...ANYTHING, game: 'penguins' })).toBe(true);
    expect(fits(row({ clock: '3d' }), { ...ANYTHING, clock: 'days' })).toBe(true);
    expect(fits(row({ clock: '3d' }), { ...ANYTHING, clock: 'fast' })).toBe(false);
    expect(fits(row({ rated: true }), { ...ANYTHING, counts: 'casual' })).toBe(false);
    expect(fits(row({ rated: true }), { ...ANYTHING, counts: 'rated' })).toBe(true);
  });
});
