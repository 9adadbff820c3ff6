import { describe, expect, it } from 'vitest';
import { readCards } from './card';
import { exchange, isSameLayout, leftOver, put, writeLayout, type Hands } from './layout';

const pool = readCards('AS AD KS KD QS 9D 8C 7H');
const laid = (text: string) => text.split('|').map(readCards) as Hands;

describe('layouts', () => {
  it('are written as a move, and compared whatever the order of the cards', () => {
    expect(writeLayout(laid('8D 7H 7C 5H 4H | |'))).toBe('8D 7H 7C 5H 4H |  | ');
    expect(isSameLayout(laid('AS KS | JH | 8S'), laid('KS AS | JH | 8S'))).toBe(true);
    expect(isSameLayout(laid('AS KS | JH | 8S'), laid('AS | KS JH | 8S'))).toBe(false);
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
});
