// From a finger to a cell: the cell beneath, or a choice close by, which is easier to hit than it is large.
import { reachOf, type Geometry, type Point } from '../game/geometry';

export function toBoard(svg: SVGSVGElement, event: { clientX: number; clientY: number }): Point | null {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x: point.x, y: point.y };
}

/** The cell at a point. A choice wins over a nearer cell that is none, up to a little beyond its edge. */
export function cellAt(geometry: Geometry, point: Point, choices: ReadonlySet<string>, loose = 1): string | null {
  const reach = reachOf(geometry.shape);
  const far = Math.max(reach.x, reach.y);
  let best: string | null = null;
  let bestFar = Infinity;
  for (const [name, at] of geometry.at) {
    const away = Math.hypot(at.x - point.x, at.y - point.y);
    const weight = choices.has(name) ? away / (1.18 * loose) : away;
    if (weight < bestFar && weight < far * 1.05) [best, bestFar] = [name, weight];
  }
  return best;
}
