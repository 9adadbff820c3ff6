import { describe, expect, it } from 'vitest';
import type { MontaukInsight, SpendInsight } from '../rules/api';
import { cardCount, cardValue, spendFrom } from './montauk';
import { describeHalf } from './montaukStatus';
import { boxesOf } from './pyramids';

const spend = (chosen: number, from: number, text: string): SpendInsight => ({ chosen, value: chosen, from, to: 0, text, pyramid: 0, named: [] });

describe('a Montauk table', () => {
  it('looks up values and spends', () => {
    expect(cardValue({ values: { T: 4, K: 0 } } as unknown as MontaukInsight, 'TS')).toBe(4);
    const spends = [spend(4, 6, '6-2'), spend(4, 1, '1-off'), spend(2, 6, '6-4')];
    expect(spendFrom(spends, 4, 6)?.text).toBe('6-2');
    expect(spendFrom(spends, 2, 6)?.text).toBe('6-4');
    expect(spendFrom(spends, 2, 1)).toBeNull();
  });

  it('counts cards that are seen or not', () => {
    expect([cardCount(['AS', 'KD']), cardCount(40), cardCount(undefined)]).toEqual([2, 40, 0]);
  });

  it('says what can be spent', () => {
    expect(describeHalf([{ value: 4, times: 1 }, { value: 2, times: 1 }])).toBe('4 and 2');
    expect(describeHalf([{ value: 0, times: 1 }, { value: 5, times: 4 }])).toBe('5 four times');
  });

  it('places pyramids of a still picture', () => {
    expect(boxesOf([5, 4, 4, 4, 3, 1], false)).toEqual([3, 4, 5, 1, 4, 4]);
    expect(boxesOf([1, 2, 4, 2, 2, 1], true)).toEqual([1, 2, 4, 2, 2, 1]);
  });
});
