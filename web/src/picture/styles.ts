// Style values that SVG writes differently: shadows and gradients.
import { SVG } from '../board/svg';

export interface Shadow { x: number; y: number; blur: number; spread: number; colour: string; inset: boolean }

/** Splits at commas that are in no brackets. */
export function parts(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim()).filter(Boolean);
}

/** `rgb(1, 2, 3) 0px 3px 0px 0px, rgb(…) 0px 0px 0px 2px inset`, as browsers write it. */
export function shadows(text: string): Shadow[] {
  if (!text || text === 'none') return [];
  return parts(text).map((one) => {
    const colour = /^[\w-]+\([^)]*\)|^#\w+|^[a-z]+/.exec(one)?.[0] ?? '#000';
    const [x = 0, y = 0, blur = 0, spread = 0] = [...one.slice(colour.length).matchAll(/(-?[\d.]+)px/g)].map(([, n]) => Number(n));
    return { x, y, blur, spread, colour, inset: one.endsWith('inset') };
  });
}

export interface Stop { colour: string; at: number }

/** The angle and the stops of the uppermost `linear-gradient(160deg, rgb(…), rgb(…) 50%)`; null for anything else. */
export function readGradient(text: string): { degrees: number; stops: Stop[] } | null {
  const inside = /^linear-gradient\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1];
  if (!inside) return null;
  const given = parts(inside);
  const angle = /^(-?[\d.]+)deg$/.exec(given[0] ?? '')?.[1];
  const stopTexts = angle === undefined ? given : given.slice(1);
  const stops = stopTexts.map((stop, at) => {
    const [, colour, part] = /^(.*?\)|#\w+|[a-z]+)(?:\s+([\d.]+)%)?$/.exec(stop) ?? [undefined, stop, undefined];
    return { colour: colour!, at: part === undefined ? at / Math.max(1, stopTexts.length - 1) : Number(part) / 100 };
  });
  return { degrees: angle === undefined ? 180 : Number(angle), stops };
}

let number = 0;

/** A gradient over a box, and the name it is referred to by. */
export function gradient(text: string, box: { x: number; y: number; width: number; height: number }): { name: string; drawing: Element } | null {
  const read = readGradient(text);
  if (!read) return null;
  const name = `shade-${number++}`;
  const drawing = document.createElementNS(SVG, 'linearGradient');
  // The line of a gradient passes through the middle, and is long enough that the corners get the first and the last colour.
  const turn = (read.degrees * Math.PI) / 180;
  const long = Math.abs(box.width * Math.sin(turn)) + Math.abs(box.height * Math.cos(turn));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = [(Math.sin(turn) * long) / 2, (-Math.cos(turn) * long) / 2];
  for (const [key, value] of Object.entries({ id: name, gradientUnits: 'userSpaceOnUse', x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy })) drawing.setAttribute(key, String(value));
  for (const { colour, at } of read.stops) {
    const stop = document.createElementNS(SVG, 'stop');
    stop.setAttribute('offset', String(at));
    stop.setAttribute('stop-color', colour);
    drawing.append(stop);
  }
  return { name, drawing };
}
