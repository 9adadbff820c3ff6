// Traces a part of the page: every box, every word and every drawing in it as plain SVG, with values for colours.
import { adopt, placeUse, SVG } from '../board/svg';
import { behind, inFront } from './boxes';
import { traceText } from './text';

export type Origin = { x: number; y: number };

/** What a drawing takes from the styles around it. */
const DRAWN = ['color', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'marker-end'];
const WRITTEN = ['font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor', 'dominant-baseline'];
/** For the hand, not for the picture. */
const LEFT_OUT = '.btn, details, .sr, [data-picture="no"]';

export function traced(root: HTMLElement): string {
  const { x, y, width, height } = root.getBoundingClientRect();
  const out = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height })) out.setAttribute(name, String(value));
  trace(root, out, { x, y });
  const style = getComputedStyle(root);
  adopt(out, (name) => style.getPropertyValue(name).trim());
  return new XMLSerializer().serializeToString(out);
}

function trace(node: Node, into: Element, origin: Origin): void {
  if (node.nodeType === Node.TEXT_NODE) return into.append(...traceText(node as Text, origin));
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return;
  if (node.matches(LEFT_OUT) || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
  if (node instanceof SVGGraphicsElement) return draw(node, into, origin);
  if (!(node instanceof HTMLElement)) return;
  const group = faded(node, into);
  group.append(...behind(node, origin));
  for (const child of node.childNodes) trace(child, group, origin);
  group.append(...inFront(node, origin));
}

/** A part of a drawing: groups by their children, the rest where it is on the screen. */
function draw(node: SVGGraphicsElement, into: Element, origin: Origin): void {
  if (node.localName === 'defs') return;
  if (node.localName === 'svg' || node.localName === 'g') {
    const group = faded(node, into);
    for (const child of node.children) trace(child, group, origin);
    return;
  }
  if (node.localName === 'use') {
    // Its own position and size come with it; the matrix is its parent's.
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('transform', matrix(node.parentElement as unknown as SVGGraphicsElement, origin));
    const style = getComputedStyle(node);
    for (const name of ['color', 'fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity']) group.setAttribute(name, style.getPropertyValue(name));
    placeUse(sized(node), group, (name) => style.getPropertyValue(name).trim());
    into.append(group);
    return;
  }
  const copy = document.createElementNS(SVG, node.localName);
  for (const { name, value } of node.attributes) if (/^(x|y|d|r|rx|ry|cx|cy|x1|x2|y1|y2|dx|dy|width|height|points)$/.test(name)) copy.setAttribute(name, value);
  copy.setAttribute('transform', matrix(node, origin));
  const style = getComputedStyle(node);
  const text = node instanceof SVGTextContentElement;
  for (const name of text ? [...DRAWN, ...WRITTEN] : DRAWN) {
    const value = style.getPropertyValue(name);
    if (value !== 'none' || name === 'fill') copy.setAttribute(name, value.replace(/url\("(#[\w-]+)"\)/, 'url($1)'));
  }
  if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity);
  if (text) copy.textContent = node.textContent;
  into.append(copy);
}

/** A drawing without a given size fills its parent. */
function sized(use: SVGGraphicsElement): SVGElement {
  const frame = use.ownerSVGElement;
  if (use.hasAttribute('width') || !frame) return use;
  const copy = use.cloneNode() as SVGElement;
  const { width, height } = frame.viewBox.baseVal?.width ? frame.viewBox.baseVal : frame.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
}

function matrix(node: SVGGraphicsElement, origin: Origin): string {
  const { a, b, c, d, e, f } = node.getScreenCTM()!;
  return `matrix(${[a, b, c, d, e - origin.x, f - origin.y].map((n) => Math.round(n * 1e4) / 1e4).join(' ')})`;
}

/** A group where something is seen through, otherwise the same place. */
function faded(node: Element, into: Element): Element {
  const { opacity } = getComputedStyle(node);
  if (opacity === '1') return into;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('opacity', opacity);
  into.append(group);
  return group;
}
