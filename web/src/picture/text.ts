// The words of a page where they stand, line by line.
import { SVG } from '../board/svg';
import type { Origin } from './trace';

const pen = document.createElement('canvas').getContext('2d')!;

export function traceText(node: Text, origin: Origin): Element[] {
  const style = getComputedStyle(node.parentElement!);
  return linesOf(node).map(({ text, box }) => {
    const line = document.createElementNS(SVG, 'text');
    pen.font = style.font;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text);
    const look = {
      x: box.left - origin.x, y: box.top - origin.y + (box.height - up - down) / 2 + up,
      // The line has the same length in every font.
      textLength: box.width, lengthAdjust: 'spacingAndGlyphs',
      fill: style.color, 'font-family': style.fontFamily, 'font-size': style.fontSize, 'font-weight': style.fontWeight, 'font-style': style.fontStyle,
    };
    for (const [name, value] of Object.entries(look)) line.setAttribute(name, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
    if (style.textDecorationLine === 'line-through') line.setAttribute('text-decoration', 'line-through');
    line.textContent = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
    return line;
  });
}

/** A text as its lines on the screen. */
function linesOf(node: Text): { text: string; box: DOMRect }[] {
  const range = document.createRange();
  const lines: { from: number; to: number; top: number }[] = [];
  for (let at = 0; at < node.length; at++) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const box = range.getClientRects()[0];
    if (!box?.width) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.top - box.top) < box.height / 2) line.to = at + 1;
    else lines.push({ from: at, to: at + 1, top: box.top });
  }
  return lines.flatMap(({ from, to }) => {
    const raw = node.data.slice(from, to);
    range.setStart(node, from);
    range.setEnd(node, from + raw.trimEnd().length);
    const text = raw.trim().replace(/\s+/g, ' ');
    return text ? [{ text, box: range.getBoundingClientRect() }] : [];
  });
}
