// Where the numbers of several lines stand, so that none lies on another.
import type { Point } from '../../game/geometry';

/** The points, each moved aside as far as it takes to be `gap` away from those before it. */
export function apart(points: readonly Point[], gap: number): Point[] {
  const placed: Point[] = [];
  for (const point of points) {
    const free = (at: Point) => placed.every((other) => Math.hypot(other.x - at.x, other.y - at.y) >= gap - 0.01);
    let at = point;
    for (let ring = 1; !free(at) && ring < 12; ring++) {
      // To the right, to the left, above, below, then further out.
      const ways = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]] as const;
      at = ways.map(([x, y]) => ({ x: point.x + x * gap * ring, y: point.y + y * gap * ring })).find(free) ?? at;
    }
    placed.push(at);
  }
  return placed;
}
