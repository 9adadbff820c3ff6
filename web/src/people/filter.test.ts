import { describe, expect, it } from 'vitest';
import type { LobbyRow } from '../server/wire';
import { NO_FILTER, clockKind, matches } from './filter';

const row = (more: Partial<LobbyRow>): LobbyRow => ({
  id: 'x', game: 'penguins', stage: 'open', house_rules: false, clock: '300+5', rated: false, seats: [], created_ms: 0,
  ended_ms: null, result: null, tournament: null, ...more,
});

describe('clocks', () => {
  it('distinguishes fast from slow by the whole game', () => {
    expect(clockKind('300+5')).toBe('fast');
    expect(clockKind('600+0')).toBe('slow');
    expect(clockKind('180+15')).toBe('slow');
    expect(clockKind('10s')).toBe('fast');
    expect(clockKind('3d')).toBe('days');
    expect(clockKind(null)).toBe('none');
  });
});

describe('the lobby', () => {
  it('shows everything without a filter', () => {
    expect(matches(row({ rated: true, clock: null }), NO_FILTER)).toBe(true);
  });

  it('filters by game, clock and whether it counts', () => {
    expect(matches(row({}), { ...NO_FILTER, game: 'amazons' })).toBe(false);
    expect(matches(row({}), { ...NO_FILTER, game: 'penguins' })).toBe(true);
    expect(matches(row({ clock: '3d' }), { ...NO_FILTER, clock: 'days' })).toBe(true);
    expect(matches(row({ clock: '3d' }), { ...NO_FILTER, clock: 'fast' })).toBe(false);
    expect(matches(row({ rated: true }), { ...NO_FILTER, counts: 'casual' })).toBe(false);
    expect(matches(row({ rated: true }), { ...NO_FILTER, counts: 'rated' })).toBe(true);
  });
});
