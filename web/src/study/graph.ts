// The curve of who was ahead, as paths in a box. 1 is up: sure to win; 0 is down.
import type { Review } from './review';
import { stepOf, type Tree } from './tree';

export interface Box { width: number; height: number; pad: number }

export interface Dot { step: number; x: number; y: number; win: number }

export interface Curve { seat: number; dots: Dot[]; path: string }

/** Where a step of the game stands from left to right. */
export function across(number: number, steps: number, { width, pad }: Box): number {
  return pad + (steps > 1 ? (number / (steps - 1)) * (width - 2 * pad) : 0);
}

export const down = (win: number, { height, pad }: Box): number => pad + (1 - win) * (height - 2 * pad);

/** A review's points of a curve. Of a game that is not over the last one is missing: it is what the last move came to. */
export function pointsOf({ curves, moves }: Pick<Review, 'curves' | 'moves'>, seat: number): [number, number][] {
  const points = curves.find((one) => one.seat === seat)?.points ?? [];
  const last = moves.at(-1);
  if (!last || (points.at(-1)?.[0] ?? 0) > last.event) return points;
  if (last.after === null) return points;
  if (last.seat === seat) return [...points, [last.event + 1, last.after]];
  return curves.length === 1 ? [...points, [last.event + 1, 1 - last.after]] : points;
}

/** A seat's points, by event (from 1, before it), at the steps of the game. */
export function curve(tree: Tree, seat: number, points: readonly [number, number][], box: Box): Curve {
  const ends = tree.game.map((id) => ({ id, end: stepOf(tree, id).upto }));
  const dots = points.map(([event, win]): Dot => {
    const number = Math.max(0, ends.filter(({ end }) => end < event).length - 1);
    return { step: ends[number]!.id, x: across(number, ends.length, box), y: down(win, box), win };
  });
  return { seat, dots, path: pathOf(dots) };
}

const number = (value: number) => String(Math.round(value * 10) / 10);

export function pathOf(dots: readonly { x: number; y: number }[]): string {
  return dots.map(({ x, y }, at) => `${at ? 'L' : 'M'}${number(x)} ${number(y)}`).join('');
}

/** The area between a curve and the middle. */
export function areaOf(dots: readonly Dot[], box: Box): string {
  const [first] = dots;
  const last = dots.at(-1);
  if (!first || !last) return '';
  const middle = number(down(0.5, box));
  return `M${number(first.x)} ${middle}${pathOf(dots).replace('M', 'L')}L${number(last.x)} ${middle}Z`;
}

/** The number of the step nearest to a place from left to right. */
export function nearest(x: number, steps: number, box: Box): number {
  const part = (x - box.pad) / (box.width - 2 * box.pad);
  return Math.max(0, Math.min(steps - 1, Math.round(part * (steps - 1))));
}
