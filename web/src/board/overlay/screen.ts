// Where things are on the screen.
import type { Point } from '../../game/geometry';

/** A point of a drawing on the screen, and how many pixels one of its units has there. */
export function onScreen(drawing: SVGGraphicsElement, point: Point): Point & { scale: number } {
  const matrix = drawing.getScreenCTM()!;
  const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
  return { x, y, scale: Math.hypot(matrix.a, matrix.b) };
}

/** The first of some elements that can be seen without scrolling. */
export function inSight(elements: Iterable<Element>): Element | null {
  for (const element of elements) {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
    if (width && height && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth) return element;
  }
  return null;
}

export function centre(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
