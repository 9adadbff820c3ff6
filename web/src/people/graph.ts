// A rating over its games, as points in a box: x by the number of the game, y by the rating.
import type { RatingPoint } from '../server/wire';

export interface Graph {
  line: string;
  /** Twice the deviation to both sides: where the rating is with 95 %. */
  band: string;
  dots: { x: number; y: number; point: RatingPoint }[];
  /** Round ratings with their height. */
  ticks: { rating: number; y: number }[];
  low: number;
  high: number;
}

const STEPS = [25, 50, 100, 200, 500, 1000];

/** Draws ratings into a box; null where there are fewer than two. */
export function graph(points: RatingPoint[], width: number, height: number): Graph | null {
  if (points.length < 2) return null;
  const ratings = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = STEPS.find((size) => (high - low) / size <= 3) ?? STEPS.at(-1)!;
  const floor = Math.floor((low - step / 2) / step) * step;
  const ceiling = Math.ceil((high + step / 2) / step) * step;
  const y = (rating: number) => height - ((rating - floor) / (ceiling - floor)) * height;
  const within = (rating: number) => Math.min(height, Math.max(0, y(rating)));
  const x = (index: number) => (index / (points.length - 1)) * width;
  const path = (heights: number[]) => heights.map((at, index) => `${round(x(index))} ${round(at)}`).join('L');
  const upper = path(points.map(({ rating, deviation }) => within(rating + 2 * deviation)));
  const lower = points.map(({ rating, deviation }, index) => `${round(x(index))} ${round(within(rating - 2 * deviation))}`);
  const ticks = Array.from({ length: Math.round((ceiling - floor) / step) + 1 }, (_, index) => floor + index * step);
  return {
    line: `M${path(ratings.map(y))}`,
    band: `M${upper}L${lower.reverse().join('L')}Z`,
    dots: points.map((point, index) => ({ x: round(x(index)), y: round(y(point.rating)), point })),
    ticks: ticks.map((rating) => ({ rating, y: round(y(rating)) })),
    low,
    high,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
