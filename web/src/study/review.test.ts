import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../game/types';
import { fillSeatNames } from '../game/seatPlaceholders';
import { byStep, explained, headline, stepWith, tally, type ReviewedMove, type Review } from './review';
import { createTree } from './tree';

/** A move of a real review: paper-penguins, small, seed 0. */
const blunder: ReviewedMove = {
  event: 5, seat: 0, move: 'a5', choices: 32, before: 0.6876, margin: 1.94, exact: false, after: 0.4425, loss: 0.2451,
  judgement: 'blunder', better: ['a2', 'b6'],
  reasons: ['scores 1 immediately', 'stands next to 12 points', 'can go to 11 squares worth 23 from there'],
  better_reasons: ['scores 3 immediately', 'stands next to 12 points', 'reaches 9 squares worth 15 first'],
};

describe('a review in words', () => {
  test('says what happened to the game', () => {
    expect(headline(blunder, 'Ada')).toBe('Ada gives the lead away');
    expect(headline({ ...blunder, after: 0.6 }, 'Ada')).toBe('Ada lets the others back in');
    expect(headline({ ...blunder, before: 0.2, after: 0.1 }, 'Ada')).toBe('Ada falls further behind');
    expect(headline({ ...blunder, before: 1, after: 0.5, exact: true }, 'Ada')).toBe('Ada lets a certain win slip');
  });

  test('says what would have been better, without reasons that hold for both', () => {
    expect(explained(blunder, ['Ada', 'Marten'])).toBe(
      'a5 lowers the winning chances from 69% to 44%. a2 was better: scores 3 immediately, reaches 9 squares worth 15 first.',
    );
    expect(explained({ ...blunder, better: [] }, [])).toBe('a5 lowers the winning chances from 69% to 44%.');
  });

  test('calls players by their names', () => {
    expect(fillSeatNames('leaves {0} 38 moves, {1} 36', (seat) => ['Ada', 'Marten'][seat]!)).toBe('leaves Ada 38 moves, Marten 36');
  });

  test('finds its moves among the steps, with chance between them', () => {
    const move = (by: number, text: string): GameEvent => ({ by, move: text });
    const draw: GameEvent = { event: 'draw', cards: ['AS'] };
    const tree = createTree([draw, move(0, 'a1'), draw, draw, move(0, 'a5')]);
    expect(stepWith(tree, 2)).toBe(1);
    expect(stepWith(tree, 5)).toBe(2);
    const review: Review = { game: 'paper-penguins', players: [], moves: [blunder], turning_points: [5], accuracy: [70, null], curves: [], result: null };
    expect([...byStep(tree, review).keys()]).toEqual([2]);
    expect(tally(review, 0)).toEqual({ blunder: 1, mistake: 0, inaccuracy: 0 });
    expect(tally(review, 1)).toEqual({ blunder: 0, mistake: 0, inaccuracy: 0 });
  });
});
