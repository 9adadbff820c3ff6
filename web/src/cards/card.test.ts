import { describe, expect, it } from 'vitest';
import { readCards, spoken, spokenWithValue } from './card';
import { handName } from './hands';
import { problemText } from './showdownText';

describe('cards', () => {
  it('are read with blanks or without, ten either way', () => {
    expect(readCards('QC2H')).toEqual(['QC', '2H']);
    expect(readCards('10H TS')).toEqual(['TH', 'TS']);
  });

  it('are spoken', () => {
    expect(spoken('TS')).toBe('ten of spades');
    expect(spokenWithValue('TS', 4)).toBe('ten of spades, worth 4');
  });
});

describe('hands', () => {
  it('are called what the rules say they are', () => {
    const cards = ['KS'];
    expect(handName({ cards, name: { kind: 'fullHouse', first: 'K', second: '4', suit: 'S' } })).toEqual({ kind: 'Full house', more: 'kings over fours' });
    expect(handName({ cards, name: { kind: 'twoPair', first: '9', second: '7', suit: 'S' } })).toEqual({ kind: 'Two pair', more: 'nines and sevens' });
    expect(handName({ cards, name: { kind: 'straight', first: '5', second: null, suit: 'S' } })).toEqual({ kind: 'Straight', more: 'five high' });
    expect(handName({ cards, name: { kind: 'flush', first: 'A', second: null, suit: 'H' } })).toEqual({ kind: 'Flush', more: 'ace high, hearts' });
    expect(handName({ cards: [], name: null }).kind).toBe('Empty');
  });

  it('that break a rule are told with what would be right', () => {
    const hand = (kind: 'onePair' | 'flush') => ({ cards: ['KS'], name: { kind, first: 'K', second: null, suit: 'S' } });
    const hands = [hand('onePair'), hand('flush'), hand('onePair')];
    expect(problemText({ kind: 'not_ordered', hand: 2, before: 1 }, hands)).toMatchObject({ hand: 1, text: expect.stringContaining('Hand 1 must be at least as strong as hand 2') as string });
    expect(problemText({ kind: 'not_filled', hand: 2, before: 1 }, hands)).toMatchObject({ hand: 0, text: expect.stringContaining('Fill hand 1') as string });
    expect(problemText({ kind: 'not_full', hand: 3, missing: 4 }, hands)).toMatchObject({ hand: 2, text: expect.stringContaining('Hand 3 needs 4 more') as string });
    expect(problemText({ kind: 'not_balanced', larger: 1, smaller: 3 }, hands)).toMatchObject({ hand: 0, text: expect.stringContaining('Hand 1 has too many') as string });
  });
});
