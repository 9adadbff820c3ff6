import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../game/types';
import { any, bearsOff, inTurn, parts, plays, reaches, shootsBack, shutsIn, takes, wins } from './goals';
import type { Turn } from './lesson';

const seen = (more: Partial<Snapshot> = {}) => ({ scores: [0, 0], actor: 1, result: null, ...more }) as Snapshot;
const turn = (move: string, after: Partial<Snapshot> = {}, moves = [move]): Turn => ({ move, before: seen(), after: seen(after), moves });

describe('parts of a move', () => {
  it('reads slides, shots, places and the pairs of Fish', () => {
    expect(parts('d1-d7/g7')).toEqual({ from: 'd1', to: 'd7', shot: 'g7' });
    expect(parts('d4')).toEqual({ to: 'd4' });
    expect(parts('[[0,1],[2,1]]')).toEqual({ from: '[0,1]', to: '[2,1]' });
    expect(parts('[0,1]')).toEqual({ to: '[0,1]' });
  });
});

describe('goals', () => {
  it('counts what a move has scored', () => {
    expect(takes(3)(turn('c2-c4', { scores: [3, 0] }))).toBe('met');
    expect(takes(3)(turn('c2-c4', { scores: [2, 0] }))).toBe('off');
  });

  it('knows an arrow that flies back', () => {
    expect(shootsBack(turn('a1-a2/a1'))).toBe('met');
    expect(shootsBack(turn('a1-a2/a3'))).toBe('off');
  });

  it('knows who is shut in: the skipped, and the beaten', () => {
    expect(shutsIn(turn('d3-b4', { actor: 0 }))).toBe('met');
    expect(shutsIn(turn('d3-b4', { actor: 1 }))).toBe('off');
    expect(shutsIn(turn('c3-c6/e6', { actor: null, result: { winners: [1], scores: [0, 1], reason: '' } }))).toBe('off');
  });

  it('gives a way as many moves as it needs', () => {
    const goal = reaches('e5', 2);
    expect(goal(turn('c1-c4'))).toBe('on');
    expect(goal(turn('c4-e5', {}, ['c1-c4', 'c4-e5']))).toBe('met');
    expect(goal(turn('c4-c2', {}, ['c1-c4', 'c4-c2']))).toBe('off');
  });

  it('takes goals in turn', () => {
    const goal = inTurn(plays('4C'), any);
    expect(goal(turn('4C'))).toBe('on');
    expect(goal(turn('KH'))).toBe('off');
    expect(goal(turn('4-off', {}, ['4C', '4-off']))).toBe('met');
  });

  it('counts pyramids, and ends with the spends', () => {
    const goal = bearsOff(2, 2);
    expect(goal(turn('4-off'))).toBe('on');
    expect(goal(turn('2-off', {}, ['4-off', '2-off']))).toBe('met');
    expect(goal(turn('6-4', {}, ['4-off', '6-4']))).toBe('off');
    expect(goal(turn('pass'))).toBe('off');
  });

  it('plays on until one side has won alone', () => {
    expect(wins(turn('a1-a2'))).toBe('on');
    expect(wins(turn('a1-a2', { result: { winners: [0], scores: [1, 0], reason: '' } }))).toBe('met');
    expect(wins(turn('a1-a2', { result: { winners: [0, 1], scores: [1, 1], reason: '' } }))).toBe('off');
  });
});
