import { describe, expect, it } from 'vitest';
import type { GameEvent, Json, Rules } from '../game/types';
import games from './fixtures/montauk.json';
import { beats, firstHalf, firstValue, readMontauk, secondHalf, spendFrom, spendsOf, tokens, turn, cardValue } from './montauk';
import { moveName, boxesOf } from './pyramids';
import { readHistory } from './rounds';

const rules: Rules = { rank_match: 'value' };

// Seed 7 as seat 0 sees it, after KD 8H 4-2 3C 3S 2-off 2-off.
const state: Record<string, Json> = {
  round: 1, phase: 'spend', trick: 2, opener: 1, leader: 0, scores: [0, 0], first_home: null,
  boards: [[2, 2, 1, 1, 0, 0], [5, 4, 4, 4, 3, 1]], vaults: [[{ pyramids: 0, null: true }], []],
  hands: [['KC', '8S', '7H', '5D'], 4], table: { led: '3C', followed: '3S', extra: null }, spends: [3, 3], borne: 2,
  pile: 40, seen: ['KD', '8H'], unseen: [[], 0],
};

describe('a trick', () => {
  it('has the values and suits of the rules', () => {
    expect(['AS', '6H', '7D', 'TC', 'QS', 'KS'].map(cardValue)).toEqual([1, 6, 1, 4, 6, 0]);
    expect(beats('S', 'H') && beats('S', 'D') && beats('H', 'D') && beats('H', 'C') && beats('D', 'C') && beats('C', 'S')).toBe(true);
    expect(beats('H', 'S') || beats('D', 'H') || beats('C', 'H') || beats('S', 'C')).toBe(false);
  });

  // The table of docs/rules/montauk.md.
  it.each([
    ['KC', '5S', true, [[0, 1], [5, 1]], false],
    ['4D', '9S', false, [[3, 1], [4, 1]], false],
    ['JD', '5C', true, [[5, 4]], true],
    ['2S', 'TS', false, [[4, 1], [2, 1]], true],
    ['3H', '9H', false, [[3, 6]], true],
  ] as const)('%s led, %s followed', (led, followed, leaderWins, half, draws) => {
    const turned = turn(led, followed, rules);
    expect(turned.leaderWins).toBe(leaderWins);
    expect(turned.draws).toBe(draws);
    expect(firstHalf(turned).map(({ value, times }) => [value, times])).toEqual(half);
  });

  it.each([
    ['JD', '5C', 'JC', 5, 4], ['JD', '5C', '2D', 2, 4], ['JD', '5C', '5D', 5, 6], ['JD', '5C', '3H', 3, 1],
    ['2S', 'TS', '4D', 4, 4], ['2S', 'TS', '2D', 2, 1], ['2S', 'TS', '4S', 4, 6], ['3H', '9H', 'KC', 0, 4],
  ])('%s and %s, then %s', (led, followed, extra, value, times) => {
    expect(secondHalf(turn(led, followed, rules), extra, rules)).toEqual([{ value, times }]);
  });

  it('can compare what is printed', () => {
    expect(turn('3H', '9S', { rank_match: 'face' }).sameRank).toBe(false);
  });
});

describe('spends', () => {
  it('are read from a state', () => {
    const now = readMontauk(state);
    expect(now).toMatchObject({ pile: 40, used: 2, usedTop: '8H', spends: [3, 3], led: '3C', borne: 2 });
    const half = firstHalf(turn(now.led!, now.followed!, rules));
    expect(tokens(half, now.spends)).toEqual([
      { value: 3, spent: false }, { value: 3, spent: false }, { value: 3, spent: true }, { value: 3, spent: true },
    ]);
  });

  it('become legal moves', () => {
    const spends = spendsOf(['6-2', '4-off', '3-off', '6-4', '3-1', '1-off', 'pass'], [4, 2]);
    expect(firstValue(spends)).toBe(4);
    expect(spendFrom(spends, 4, 6)?.text).toBe('6-2');
    expect(spendFrom(spends, 2, 6)?.text).toBe('6-4');
    expect(spendFrom(spends, 2, 3)?.text).toBe('3-1');
    expect(spendFrom(spends, 2, 4)).toBeNull();
    // The least spend that does it goes, whichever was chosen.
    expect(spendFrom(spends, 4, 1)).toMatchObject({ text: '1-off', value: 2 });
    expect(spendFrom(spends, 4, 3)).toMatchObject({ text: '3-off', value: 4 });
  });
});

describe('pyramids', () => {
  it('have names', () => {
    expect(moveName(0, 0)).toBe('small-red');
    expect(moveName(1, 5)).toBe('large-blue');
  });

  it('stand where the state says, with or without a log', () => {
    expect(boxesOf([5, 4, 4, 4, 3, 1], false, null)).toEqual([3, 4, 5, 1, 4, 4]);
    expect(boxesOf([5, 4, 4, 4, 3, 1], false, [4, 5, 4, 3, 1, 4])).toEqual([4, 5, 4, 3, 1, 4]);
    expect(boxesOf([5, 4, 4, 4, 3, 1], false, [6, 6, 6, 6, 6, 6])).toEqual([3, 4, 5, 1, 4, 4]);
    expect(boxesOf([1, 2, 4, 2, 2, 1], true, null)).toEqual([1, 2, 4, 2, 2, 1]);
  });
});

describe.each(Object.entries(games))('the log of a match with %s scoring', (_, game) => {
  const events = game.events as unknown as GameEvent[];
  const history = (upto: number, now: Record<string, Json>) => readHistory(events.slice(0, upto), game.rules as Rules, readMontauk(now));

  it('leads to every position', () => {
    for (const { upto, state: json } of game.positions) {
      const now = json as unknown as Record<string, Json>;
      const found = history(upto, now);
      if (now.phase === 'over') continue;
      const high = (boxes: Json) => [...(boxes as number[])].sort((a, b) => b - a);
      expect(found?.boards.map(high), `after ${upto} events`).toEqual((now.boards as Json[]).map(high));
      const vaults = found?.vaults.map((vault) => vault.map((slot) => ({ pyramids: slot.pyramids.length, null: slot.null })));
      expect(vaults, `after ${upto} events`).toEqual(now.vaults);
      const points = [0, 1].map((side) => found!.rounds.reduce((sum, round) => sum + round.points[side]!, 0));
      expect(points).toEqual(now.scores);
    }
    expect(game.positions.length).toBeGreaterThan(5);
  });

  it('adds up', () => {
    const last = { ...(game.positions.at(-1)!.state as unknown as Record<string, Json>), phase: 'over' };
    const found = history(events.length, last)!;
    expect([0, 1].map((side) => found.rounds.reduce((sum, round) => sum + round.points[side]!, 0))).toEqual(game.scores);
  });
});

it('a log that begins in the middle gives no history', () => {
  expect(readHistory([{ by: 0, move: '3C' }], rules, readMontauk(state))).toBeNull();
});
