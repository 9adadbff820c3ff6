// The part of the plane that a board's picture shows.
import type { Box, Geometry } from '../game/geometry';
import type { Skin } from './skin';

/** Space round the cells: heads above, thickness below, letters at the left. */
export function frameOf(geometry: Geometry, skin: Skin, edge: boolean): Box {
  const { box, shape } = geometry;
  const [left, top, right, bottom] =
    shape === 'chequer' ? [44, 42, 44, 50]
    : skin === 'paper' ? [edge ? 44 : 14, 14, 20, edge && shape === 'ruled' ? 46 : 16]
    : shape === 'slab' ? [edge ? 40 : 10, edge ? 20 : 34, edge ? 40 : 10, edge ? 44 : 16]
    : shape === 'flat' ? [edge ? 52 : 12, 34, 14, 24]
    : [edge ? 36 : 12, edge ? 16 : 34, edge ? 24 : 12, edge ? 40 : 24];
  return { x: box.x - left, y: box.y - top, w: box.w + left + right, h: box.h + top + bottom };
}

export const viewBox = (box: Box) => `${box.x} ${box.y} ${box.w} ${box.h}`;
