import { describe, expect, it } from 'vitest';
import { between, Choices, claimedBy, crossing, lastStep, readBuffet, readStep, turned } from './buffet';

// Amazonian Buffet, seed 7, after h1-h4/a4 a6-d3/d6.
const state = {
  phase: 'move', turn: 0,
  board: [
    ['3C', '7C', 'QH', '8Dw', '4H', 'KS', '9D', '2DW'], ['AS', '5H', '7H', 'JH', '8S', 'KH', '6S', '4C'],
    ['6Db', 'TD', 'AH', '5D', '8C', 'TS', '4S', '5SB'], ['AC', '9S', '7S', '9CW', 'AD', 'KC', 'JS', 'TH'],
    ['QD', '9H', '7D', '4D', 'KD', '3H', 'JC', '3D'], ['TCB', 'QS', 'JD', '8H', '5C', '2C', '6H', '2S'],
  ],
  hands: ['QC2H', '6C3S'],
};
const legal = ['a1-a2', 'a1-a2/h2', 'a1-d4', 'a1-d4/e4', 'a1-d4/f4', 'a1-d4/g4', 'h4-b4', 'h4-b4/b1'];

describe('a buffet', () => {
  const buffet = readBuffet(state);

  it('is read from its state', () => {
    expect([buffet.cols, buffet.rows, buffet.spots.size]).toEqual([8, 6, 48]);
    expect(buffet.spots.get('a4')).toMatchObject({ card: '6D', stone: 0, pawn: null });
    expect(buffet.spots.get('h6')).toMatchObject({ card: '2D', stone: null, pawn: 1 });
    expect(buffet.dealt).toEqual([['QC', '2H'], ['6C', '3S']]);
  });

  it('reads gaps, and pawns on claimed cards', () => {
    const odd = readBuffet({ ...state, board: [['0', '9SbW'], ['2C', '3C']] });
    expect(odd.spots.has('a2')).toBe(false);
    expect(odd.spots.get('b2')).toMatchObject({ stone: 0, pawn: 1 });
  });

  it('maps clicks to moves', () => {
    const choices = new Choices(legal);
    expect([...choices.sources]).toEqual(['a1', 'h4']);
    expect([...choices.targets('a1')]).toEqual(['a2', 'd4']);
    expect([...choices.claims('a1', 'd4').keys()]).toEqual([null, 'e4', 'f4', 'g4']);
    expect(choices.claims('h4', 'b4').get('b1')?.text).toBe('h4-b4/b1');
    expect(new Choices(['a1', 'b2']).placing).toBe(true);
    expect(new Choices(['pass']).pass).toBe(true);
    expect(new Choices(['layout']).steps).toEqual([]);
  });

  it('draws paths and crossings', () => {
    expect(between('a1', 'd4')).toEqual(['b2', 'c3']);
    expect(between('h4', 'b4')).toHaveLength(5);
    expect(crossing(buffet, 0, 'a1', 'a2', 'h2')).toEqual([['a2', 'h2'], ['h4', 'h2']]);
  });

  it('finds the last move and what it claimed', () => {
    const last = lastStep({ events: [{ by: 0, move: 'c3-c6' }, { by: 1, move: 'pass' }] });
    expect(last).toMatchObject({ by: 0, step: { from: 'c3', to: 'c6' } });
    expect(claimedBy(last!.step, 'left')).toBe('c3');
    expect(claimedBy(readStep('h1-h4/a4')!, 'shot')).toBe('a4');
    expect(claimedBy(readStep('h1-h4')!, 'shot')).toBeNull();
    expect(lastStep({ events: [{ by: 0, move: 'c3-c6' }, { by: 0, move: 'AS KS | |' }] })).toBeNull();
  });

  it('turns for who sits at the far edge', () => {
    expect(turned({ viewer: 1, rules: { placement: 'corners' } })).toBe(true);
    expect(turned({ viewer: 1, rules: { placement: 'free' } })).toBe(false);
    expect(turned({ viewer: null, rules: { placement: 'corners' } })).toBe(false);
  });
});
