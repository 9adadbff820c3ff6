import { describe, expect, it } from 'vitest';
import { graph } from './graph';

const at = (rating: number, deviation = 50) => ({ table: null, rating, deviation, at_ms: 0 });

describe('a graph of ratings', () => {
  it('waits for a second game', () => {
    expect(graph([], 100, 50)).toBeNull();
    expect(graph([at(1500)], 100, 50)).toBeNull();
  });

  it('goes from the left edge to the right one, higher ratings higher up', () => {
    const drawn = graph([at(1500), at(1540), at(1480)], 100, 50)!;
    expect(drawn.dots.map(({ x }) => x)).toEqual([0, 50, 100]);
    const [first, second, third] = drawn.dots.map(({ y }) => y);
    expect(second!).toBeLessThan(first!);
    expect(third!).toBeGreaterThan(first!);
    expect([drawn.low, drawn.high]).toEqual([1480, 1540]);
  });

  it('keeps everything in the box and every tick a round number', () => {
    const drawn = graph([at(1200, 350), at(2100, 60)], 300, 120)!;
    for (const { y } of [...drawn.dots, ...drawn.ticks]) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(120);
    }
    expect(drawn.ticks.every(({ rating }) => rating % 25 === 0)).toBe(true);
    expect(drawn.ticks.length).toBeLessThanOrEqual(6);
    expect(drawn.band).not.toMatch(/-\d/);
  });

  it('draws a level rating without dividing by nothing', () => {
    expect(graph([at(1500, 0), at(1500, 0)], 100, 50)!.line).toBe('M0 25L100 25');
  });
});
