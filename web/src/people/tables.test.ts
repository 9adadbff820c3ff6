import { describe, expect, it } from 'vitest';
import { address } from './tables.svelte';

describe('the address of a list of tables', () => {
  it('names only what is searched for', () => {
    expect(address({ stage: 'over', game: '', player: '' })).toBe('/api/tables?stage=over');
    expect(address({ game: 'fish', player: 'Ada', limit: 20 })).toBe('/api/tables?game=fish&player=Ada&limit=20');
  });

  it('continues where the last page ended', () => {
    expect(address({ tournament: 'x1' }, 'a b')).toBe('/api/tables?tournament=x1&before=a+b');
  });
});
