import { describe, expect, it } from 'vitest';
import { readCards } from './card';
import { exchange, leftOver, put, readLayout, stepsOf, verdicts, writeLayout, wrongWith, type Hands } from './layout';
import type { Ranking } from './poker';

const standard: Ranking = { literal: false, wheel: true, short: false };
const rules = { pairing: 'ordered', short_split: 'free', tie_break: 'poker', wheel: true, short_straights: false };
const pool = readCards('AS AD KS KD QS 9D 8C 7H');
const full = readCards('AS AD KS KD QS QD JS JD TS TD 9S 9D 8S 8D 7S 7D');
const laid = (text: string) => readLayout(text) as Hands;

describe('layouts', () => {
  it('are read and written', () => {
    expect(laid('8D7H7C5H4H||')).toEqual([['8D', '7H', '7C', '5H', '4H'], [], []]);
    expect(writeLayout(laid('8D 7H 7C 5H 4H | |'), standard)).toBe('7H 7C 8D 5H 4H | |');
    expect(writeLayout(laid('AS KS | JH | 8S'), standard)).toBe('AS KS | JH | 8S');
    expect(readLayout('?')).toBeNull();
  });

  it('take cards, exchange them and give them back', () => {
    let hands = put(laid('AS AD | KS | '), 'KD', 1);
    expect(hands).toEqual([['AS', 'AD'], ['KS', 'KD'], []]);
    hands = put(hands, 'AD', 2);
    expect(hands).toEqual([['AS'], ['KS', 'KD'], ['AD']]);
    expect(leftOver(pool, hands)).toEqual(['QS', '9D', '8C', '7H']);
    expect(exchange(hands, 'AS', 'QS')).toEqual([['QS'], ['KS', 'KD'], ['AD']]);
    expect(exchange(hands, 'AS', 'KS')).toEqual([['KS'], ['AS', 'KD'], ['AD']]);
    expect(put(hands, 'AS', null)[0]).toEqual([]);
    const five = laid('AS AD KS KD QS | | ');
    expect(put(five, '9D', 0)).toBe(five);
  });

  it('are checked as the rules check them', () => {
    expect(wrongWith(laid('AS AD | KS KD | QS'), pool, rules)).toBeNull();
    expect(wrongWith(laid('| | '), pool, rules)).toBeNull();
    expect(wrongWith(laid('KS KD | AS AD | QS'), pool, rules)?.text).toContain('Hand 1 must be at least as strong as hand 2');
    expect(wrongWith(laid('KS KD | AS AD | QS'), pool, { ...rules, pairing: 'free' })).toBeNull();
    expect(wrongWith(laid('AS AD KS KD QS | 9D | '), pool, { ...rules, short_split: 'fill' })).toBeNull();
    expect(wrongWith(laid('AS AD | KS KD | '), pool, { ...rules, short_split: 'fill' })?.text).toContain('Fill hand 1');
    expect(wrongWith(laid('AS AD KS | 9D 8C | 7H'), pool, { ...rules, short_split: 'balanced' })?.text).toContain('Hand 1 has too many');
    expect(wrongWith(laid('AS AD KS KD QS | QD JS JD TS TD | 9S'), full, rules)?.text).toContain('Hand 3 needs 4 more');
    expect(wrongWith(laid('AS KS QS JS TS | AD KD QD JD TD | 9S 9D 8S 8D 7S'), full, rules)).toBeNull();
  });

  it('meet hand by hand', () => {
    expect(verdicts([laid('8D 7H 7C 5H 4H | |'), laid('AS KS | JH | 8S')], standard)).toEqual([0, 1, 1]);
    expect(verdicts([laid('8D | |'), laid('AS KS | |')], standard)).toEqual([1, null, null]);
  });

  it('come in turn', () => {
    expect(stepsOf('white_last').map((step) => step.seat)).toEqual([0, 1, 0, 1]);
    expect(stepsOf('black_last').map((step) => step.seat)).toEqual([1, 0, 1, 0]);
    expect(stepsOf('none')).toHaveLength(2);
    expect(stepsOf('sealed').map((step) => step.does)).toEqual(['seals', 'seals']);
  });
});
