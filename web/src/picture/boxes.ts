// The boxes of a page as rectangles: what they are filled with, their rims, and what hard shadows they throw.
import { SVG } from '../board/svg';
import { gradient, shadows } from './styles';
import type { Origin } from './trace';

interface Frame { x: number; y: number; width: number; height: number; rx: number }

function frameOf(node: HTMLElement, origin: Origin): Frame {
  const { x, y, width, height } = node.getBoundingClientRect();
  const radius = getComputedStyle(node).borderTopLeftRadius;
  const round = radius.endsWith('%') ? (parseFloat(radius) / 100) * width : parseFloat(radius) || 0;
  return { x: x - origin.x, y: y - origin.y, width, height, rx: Math.min(round, width / 2, height / 2) };
}

function rect(frame: Frame, look: Record<string, string | number>, grow = 0): Element {
  const { x, y, width, height, rx } = frame;
  const drawn = document.createElementNS(SVG, 'rect');
  const at = { x: x - grow, y: y - grow, width: Math.max(0, width + 2 * grow), height: Math.max(0, height + 2 * grow), rx: Math.max(0, rx + (rx ? grow : 0)) };
  for (const [name, value] of Object.entries({ ...at, ...look })) drawn.setAttribute(name, String(typeof value === 'number' ? Math.round(value * 100) / 100 : value));
  return drawn;
}

const clear = (colour: string) => colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);

/** What lies under a box's own things. */
export function behind(node: HTMLElement, origin: Origin): Element[] {
  const style = getComputedStyle(node);
  const frame = frameOf(node, origin);
  if (!frame.width || !frame.height) return [];
  const drawn: Element[] = [];
  const thrown = shadows(style.boxShadow);
  // The last one named lies lowest. Soft ones are only of the screen.
  for (const { x, y, spread, colour, inset, blur } of [...thrown].reverse()) {
    if (!inset && !blur) drawn.push(rect({ ...frame, x: frame.x + x, y: frame.y + y }, { fill: colour }, spread));
  }
  if (!clear(style.backgroundColor)) drawn.push(rect(frame, { fill: style.backgroundColor }));
  const shade = gradient(style.backgroundImage, frame);
  if (shade) drawn.push(shade.drawing, rect(frame, { fill: `url(#${shade.name})` }));
  for (const { x, y, spread, colour, inset, blur } of thrown) {
    if (inset && !blur && !x && !y) drawn.push(rect(frame, { fill: 'none', stroke: colour, 'stroke-width': spread }, -spread / 2));
  }
  const border = parseFloat(style.borderTopWidth);
  if (border && style.borderTopStyle !== 'none') {
    drawn.push(rect(frame, { fill: 'none', stroke: style.borderTopColor, 'stroke-width': border, 'stroke-dasharray': style.borderTopStyle === 'dashed' ? `${3 * border}` : 'none' }, -border / 2));
  }
  return drawn;
}

/** What lies over them: a box that is dimmed as a whole. */
export function inFront(node: HTMLElement, origin: Origin): Element[] {
  const dim = /^brightness\(([\d.]+)\)$/.exec(getComputedStyle(node).filter)?.[1];
  return dim && Number(dim) < 1 ? [rect(frameOf(node, origin), { fill: '#000', 'fill-opacity': 1 - Number(dim) })] : [];
}
