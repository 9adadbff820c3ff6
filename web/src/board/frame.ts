// The part of the plane that a board's picture shows.
import type { Box, Geometry } from '../game/geometry';
import type { Skin } from './skin';

/** Space round the cells: heads above, thickness below, letters at the left. */
export function frameOf(geometry: Geometry, skin: Skin, edge: boolean): Box {
  const { box, shape } = geometry;
  const [left, top, right, bottom] =
    shape === 'chequer' ? [44, 42, 44, 50]
    : skin === 'paper' ? [edge ? 44 : 14, 14, 20, edge && shape === 'ruled' ? 46 : 16]
    : shape === 'slab' ? [edge ? 40 : 10, 20, edge ? 40 : 10, edge ? 44 : 16]
    : shape === 'flat' ? [edge ? 52 : 12, edge ? 34 : 16, 14, 24]
    : [edge ? 36 : 12, 16, edge ? 24 : 12, 24];
  return { x: box.x - left, y: box.y - top, w: box.w + left + right, h: box.h + top + bottom };
}

export const viewBox = (box: Box) => `${box.x} ${box.y} ${box.w} ${box.h}`;
