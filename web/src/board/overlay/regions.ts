// The outline of a region of cells, and where its number stands.
import { outlineCorners, round, type Geometry, type Point } from '../../game/geometry';

/** The sides of cells beyond which no other cell of the region lies, as a path. */
export function borderOf(cells: readonly string[], { shape, at }: Geometry): string {
  const centres = cells.flatMap((name) => at.get(name) ?? []);
  const corners = outlineCorners(shape);
  const isInside = (x: number, y: number) => centres.some((other) => Math.hypot(other.x - x, other.y - y) < 16);
  return centres.flatMap(({ x, y }) => corners.flatMap(([ax, ay], side) => {
    const [bx, by] = corners[(side + 1) % corners.length]!;
    return isInside(x + ax + bx, y + ay + by) ? [] : [`M${round(x + ax)} ${round(y + ay)}L${round(x + bx)} ${round(y + by)}`];
  })).join('');
}

/** The middle of the cell nearest to the middle of the region, one without a piece where there is one. */
export function badgeAt(cells: readonly string[], { at }: Geometry, standing: ReadonlySet<string>): Point | null {
  const free = cells.filter((name) => !standing.has(name));
  const points = (free.length ? free : cells).flatMap((name) => at.get(name) ?? []);
  const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
  const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
  const far = (p: Point) => Math.hypot(p.x - x, p.y - y);
  return points.reduce<Point | null>((best, p) => (best === null || far(p) < far(best) ? p : best), null);
}
