import { describe, expect, it } from 'vitest';
import { handsInSight } from './best';
import { cardAt, indexOf, readCards, spoken, spokenWithValue } from './card';
import { inOrder, kindOf, named, strength, type Ranking } from './poker';

const standard: Ranking = { literal: false, wheel: true, short: false };
const hand = (text: string) => readCards(text);
const wins = (one: string, other: string, ranking = standard) =>
  expect(strength(hand(one), ranking), `${one} beats ${other}`).toBeGreaterThan(strength(hand(other), ranking));

describe('cards', () => {
  it('have an index each', () => {
    const all = Array.from({ length: 52 }, (_, i) => cardAt(i));
    expect(new Set(all).size).toBe(52);
    expect(all.map(indexOf)).toEqual(all.map((_, i) => i));
    expect(cardAt(51)).toBe('AS');
  });

  it('are read with or without spaces, ten either way', () => {
    expect(readCards('QC2H')).toEqual(['QC', '2H']);
    expect(readCards('10H TS')).toEqual(['TH', 'TS']);
  });

  it('are spoken', () => {
    expect(spoken('TS')).toBe('ten of spades');
    expect(spokenWithValue('TS', 4)).toBe('ten of spades, worth 4');
  });
});

describe('hands', () => {
  const examples = [
    ['AS KS QS JS TS', 'royalFlush'], ['9H 8H 7H 6H 5H', 'straightFlush'], ['7S 7H 7D 7C 2D', 'fourOfAKind'],
    ['KS KH KC QH QC', 'fullHouse'], ['AD 9D 7D 5D 4D', 'flush'], ['8C 7S 6C 5H 4D', 'straight'],
    ['TS TH TC', 'threeOfAKind'], ['JS JC 8S 8H 3C', 'twoPair'], ['AS AD', 'onePair'], ['AS KS', 'highCard'],
  ] as const;

  it.each(examples)('%s is %s', (text, kind) => expect(kindOf(strength(hand(text), standard))).toBe(kind));

  it('stand in order', () => {
    for (let i = 1; i < examples.length; i++) wins(examples[i - 1]![0], examples[i]![0]);
    expect(strength([], standard)).toBe(0);
    wins('2C', '');
  });

  it('compare as the rules say', () => {
    wins('KS KD TS', 'AH 2S 2D 5C 6C');
    wins('6C 5C 4C 3H 2S', '5S 4S 3C 2C AC');
    wins('KS KD 7H 5C 2C', 'KH KC 7D 5D 2D');
    wins('3S 3D 2S 2D', 'AS AD');
    wins('KS KD TS 2C', 'KH KC TD');
    wins('7S 7H 7D 7C', '6S 6H 6D 6C AS');
  });

  it('follow the switches', () => {
    wins('AH 2S 2D', 'KS KD', { ...standard, literal: true });
    wins('5S 4S 3C 2C AC', 'KC QD JD TD 9D', { ...standard, literal: true });
    const no = { ...standard, wheel: false };
    expect(kindOf(strength(hand('5S 4S 3C 2C AC'), no))).toBe('highCard');
    const short = { ...standard, short: true };
    expect(kindOf(strength(hand('3S 2C AC'), short))).toBe('straight');
    expect(kindOf(strength(hand('9H 6H 2H 3H'), short))).toBe('flush');
    expect(kindOf(strength(hand('AS KS QS JS'), short))).toBe('straightFlush');
    expect(kindOf(strength(hand('AS KS QS JS'), standard))).toBe('highCard');
  });

  it('are described in the order in which they are compared', () => {
    expect(inOrder(hand('2D 7C 7S AH 7H'), standard)).toEqual(['7S', '7H', '7C', 'AH', '2D']);
    expect(inOrder(hand('AC 2C 3C 4S 5S'), standard)).toEqual(['5S', '4S', '3C', '2C', 'AC']);
  });

  it('have names', () => {
    expect(named(hand('KS KH KC 4H 4C'), standard)).toEqual({ kind: 'Full house', more: 'kings over fours' });
    expect(named(hand('9S 9C 7D 7C 5S'), standard)).toEqual({ kind: 'Two pair', more: 'nines and sevens' });
    expect(named(hand('AC 2C 3C 4S 5S'), standard)).toEqual({ kind: 'Straight', more: 'five high' });
    expect(named(hand('AH JH 8H 6H 3H'), standard)).toEqual({ kind: 'Flush', more: 'ace high, hearts' });
  });
});

describe('the hands in sight', () => {
  it('are found one after the other', () => {
    const hands = handsInSight(hand('AS KS QS JS TS 7S 7H 7D 7C 2D 3C 3D 9H 9D 4C 6C'), standard);
    expect(hands.map((one) => kindOf(strength(one, standard)))).toEqual(['royalFlush', 'fourOfAKind', 'twoPair']);
    expect(hands[2]).toEqual(['9H', '9D', '3D', '3C']);
  });

  it('make do with few cards', () => {
    expect(handsInSight(hand('AS KD'), standard)).toEqual([['AS'], ['KD']]);
    expect(handsInSight(hand('9S 8D 7C 2C'), { ...standard, short: true })[0]).toEqual(['9S', '8D', '7C']);
  });
});
