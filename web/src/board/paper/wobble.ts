// A hand that draws: lines that wobble, but always the same way for the same cell, so that nothing shimmers.
import { round, type Point } from '../../game/geometry';

export type Hand = () => number;

/** A hand seeded with a word: gives numbers from -1 to 1. */
export function hand(word: string): Hand {
  let seed = 2166136261;
  for (const letter of word) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

/** One stroke from here to there. */
export function stroke(from: Point, to: Point, draw: Hand, loose = 1): string {
  const by = () => draw() * loose;
  const part = (at: number) => `${round(from.x + (to.x - from.x) * at + by())} ${round(from.y + (to.y - from.y) * at + by())}`;
  return `M${part(0)}C${part(1 / 3)} ${part(2 / 3)} ${part(1)}`;
}

/** A closed outline, stroke by stroke, with the small overshoots of a pen. */
export function outlineBy(corners: readonly (readonly [number, number])[], draw: Hand, loose = 1.1): string {
  return corners.map(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!;
    return stroke({ x, y }, { x: nextX, y: nextY }, draw, loose);
  }).join('');
}

/** A round stroke that ends a little past where it began. */
export function ring(radius: number, draw: Hand): string {
  const r = (n: number) => round(n * radius + draw() * 0.9);
  return `M${r(-0.23)} ${r(-0.98)}C${r(0.55)} ${r(-1.06)} ${r(1)} ${r(-0.55)} ${r(1)} ${r(-0.03)}`
    + `S${r(0.55)} ${r(0.98)} ${r(0)} ${r(1)}S${r(-1)} ${r(0.55)} ${r(-1)} ${r(0)}S${r(-0.45)} ${r(-1)} ${r(0.32)} ${r(-1)}`;
}

/** Slanting lines inside a shape of that half size: a square, or a disc. */
export function hatching(half: number, kind: 'square' | 'disc', draw: Hand): string {
  let path = '';
  for (let at = -2 * half + 6; at < 2 * half - 2; at += 6.2) {
    if (kind === 'square') {
      const lower = { x: Math.max(-half, at - half), y: Math.min(half, at + half) };
      const upper = { x: Math.min(half, at + half), y: Math.max(-half, at - half) };
      path += stroke(lower, upper, draw, 0.6);
    } else if (Math.abs(at) < half - 3) {
      const wide = Math.sqrt(half * half - at * at) - 2;
      path += stroke({ x: -wide, y: at + wide * 0.07 }, { x: wide, y: at - wide * 0.07 }, draw, 0.5);
    }
  }
  return path;
}

/** Two strokes that take a cell out of play. */
export function cross(half: number, draw: Hand): string {
  return stroke({ x: -half, y: -half }, { x: half, y: half }, draw, 1.4) + stroke({ x: half, y: -half }, { x: -half, y: half }, draw, 1.4);
}

/** Three strokes of a marker over a cell. */
export function marker(half: number, draw: Hand): string {
  return [-14, 0, 14].map((y) => stroke({ x: -half, y: y + draw() }, { x: half, y: y + draw() - 1 }, draw, 1.2)).join('');
}

/** Numbers as a hand writes them, three ways each. */
export const DIGITS: readonly (readonly string[])[] = [
  ['M.5-11.5C0-4 .8 4 0 11', 'M-3.5-7.5C-1.5-8.5 0-10 1-11.5 1-4 .5 3 .8 11', 'M-2.5-8L1.5-11.5C1-4 1 4 .5 10.5M-4 10.8C-1 10.3 3 10.4 5 10.7'],
  ['M-6.5-6C-5.5-13 6.5-13.5 6-5.5 5.5 1-3 5-7 10.5-3 9.5 3 9.8 7.5 10.5', 'M-6-7C-3-13 7-12 5.5-4.5 4 2-3 6-6.5 10.5 0 9.5 3 10.5 7 9.5',
    'M-6.5-5C-6-12 5-13.5 6-7 6.5-1-1 5-6 9.5-7 11-5 11-4 9.8-1 7.5 3 11.5 7.5 9'],
  ['M-6-10.8C-2-11.3 2-11 5.5-11 3-8 0-4.5-2-2.5 3-3.5 7.5 0 6.5 5 5.5 11-3 12.5-6.5 8.5', 'M-6-9C-2-13.5 6.5-12 5-6 4-2 0-1-2-1 3-1.5 7.5 1.5 6.5 6 5 11.5-3.5 12.5-7 8',
    'M-5.5-8.5C-3-13 6-12.5 5.5-7 5-2.5 1-1.5-1.5-1.2 4-1.5 7-.5 6.5 5 6 11-2.5 12.5-7 9'],
  ['M1-11.5C-1-6-4-1-6.5 3.5-2 3.2 3 3.4 7.5 3.2M3.5-3C3.2 2 3.4 7 3 11.5', 'M-4-11C-4.5-6-5-3-5.5.5-1 1 3 .6 7 .8M4-11C3.5-4 3.8 4 3.4 11.5',
    'M2-11.5C-1-7-5-2-7 2.5-2 3.5 3 2.5 7 3M2.5-11C3-4 2.5 4 3 11'],
  ['M6-11C2-11.3-2-11-4.5-11-5-8-5.5-5-5.5-2.5 0-5 7-3 6.5 3.5 6 10-2 12.5-6.5 8.5', 'M-4-10.5C-4.5-7-5-5-5-2.5 1-4.5 7-1.5 6.5 4 6 10.5-3 12-6.5 8M-4-10.7C-1-10.3 3-11 6-10.8',
    'M5.5-11.2C2-10.7-1-11-4-10.8-4.7-8-4.8-5-5.2-2 1-5 8-1 6 5 4 11-3 11.5-6.8 9'],
  ['M4.5-11.5C-2-8-6.5-1-6 5-5.5 11 4 13 6 6.5 7.5 0-3-3-5.5 3.5', 'M3-11.5C-3-7-6.5 0-5.8 6-5 11.5 5 11.5 6 5.5 6.5-.5-2.5-2-5.5 4',
    'M5-10.5C-1-9.5-6.5-2-6 4.5-5.5 11.5 5.5 12 6 5 6-1-3.5-1.5-5.6 3'],
  ['M-6.5-10.5C-2-11-2-10.8 6.5-11 3-4 0 3-1.5 11', 'M-6-10.8C-2-10.4 3-10.8 6.5-11 3.5-5 0 3-1 11.2M-3.5 0C-1-.4 2-.2 4-.6', 'M-6.5-9.5C-2-11.5 3-10.5 6.5-10.8 3-3 .5 4 0 11'],
];

/** The number of a cell in that cell's own hand: which of the three ways, how far off the middle, how much turned. */
export function digit(fish: number, name: string): { path: string; transform: string } | null {
  const ways = DIGITS[fish - 1];
  if (!ways) return null;
  const draw = hand(`digit ${name}`);
  const way = ways[Math.floor((draw() + 1) * 1.4999)]!;
  const turn = round(draw() * 5);
  const size = round((1.35 + draw() * 0.06) * 100) / 100;
  return { path: way, transform: `translate(${round(draw() * 1.2)} ${round(draw() * 1.2)}) rotate(${turn}) scale(${size})` };
}
