// The board as one self-contained SVG text: every drawing inlined, every colour a value, for files and for PNGs.
import { flushSync, mount, unmount } from 'svelte';
import { geometryOf, type Box } from '../game/geometry';
import { readPosition } from '../game/position';
import { slideInsight } from '../game/slide';
import type { View } from '../game/types';
import type { SlideState } from '../rules/api';
import type { Theme } from '../settings.svelte';
import { frameOf, viewBox } from './frame';
import { shapeOf, skinOf, stageTheme } from './skin';
import { historyOf } from './history';
import StaticBoard from './StaticBoard.svelte';

export const SVG = 'http://www.w3.org/2000/svg';
export type Tokens = (name: string) => string;

/** The position of a slide game in a theme, without transient overlays. */
export function toSvg(view: View, theme: Theme): string {
  const skin = skinOf(view.game, theme);
  const position = readPosition(view.rules, view.state as SlideState, slideInsight(view));
  const geometry = geometryOf(position, shapeOf(position, skin));
  const box = frameOf(geometry, skin, true);

  // Drawn in the document for a moment, unseen, so that the theme's values can be read.
  const stage = document.createElement('div');
  stage.dataset['theme'] = stageTheme(view.game, theme);
  stage.hidden = true;
  const svg = document.createElementNS(SVG, 'svg');
  stage.append(svg);
  document.body.append(stage);
  const drawing = mount(StaticBoard, { target: svg, props: { game: view.game, position, geometry, skin, history: historyOf(view) } });
  flushSync();
  const text = standalone(svg, box, skin === 'paper');
  void unmount(drawing);
  stage.remove();
  return text;
}

function standalone(svg: SVGSVGElement, box: Box, paper: boolean): string {
  const out = document.createElementNS(SVG, 'svg');
  out.setAttribute('xmlns', SVG);
  out.setAttribute('viewBox', viewBox(box));
  out.setAttribute('width', String(Math.round(box.w)));
  out.setAttribute('height', String(Math.round(box.h)));
  const root = getComputedStyle(svg);
  const tokens: Tokens = (name) => root.getPropertyValue(name).trim();
  const ground = document.createElementNS(SVG, 'rect');
  for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h })) ground.setAttribute(name, String(value));
  ground.setAttribute('fill', resolve(paper ? 'var(--sheet,#fff)' : 'var(--sea-2)', tokens));
  out.append(ground);
  for (const node of svg.childNodes) place(node, out, tokens);
  adopt(out, tokens);
  return new XMLSerializer().serializeToString(out);
}

/** Includes what a drawing refers to by name: gradients, patterns, line ends. */
export function adopt(out: Element, tokens: Tokens): void {
  const names = new Set([...out.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes].flatMap(({ value }) => /^url\("?#([\w-]+)"?\)/.exec(value)?.[1] ?? [])));
  const defs = document.createElementNS(SVG, 'defs');
  for (const name of names) {
    const drawing = out.querySelector(`[id="${name}"]`) ? null : document.getElementById(name);
    if (!drawing) continue;
    place(drawing, defs, tokens);
    defs.lastElementChild!.id = name;
  }
  if (defs.childElementCount) out.prepend(defs);
}

/** Copies a drawing with its colours as values. What it refers to is drawn where it is used. */
export function place(node: Node, into: Element, tokens: Tokens): void {
  if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) into.append(node.textContent);
  if (!(node instanceof SVGElement) || node.localName === 'defs') return;
  const own = scope(node, tokens);
  if (node.localName === 'use') return placeUse(node, into, own);
  const copy = document.createElementNS(SVG, node.localName);
  for (const { name, value } of node.attributes) {
    if (name !== 'class' && name !== 'style' && name !== 'id') copy.setAttribute(name, resolve(value, own));
  }
  into.append(copy);
  for (const child of node.childNodes) place(child, copy, own);
}

/** A symbol becomes a separate drawing, moved and scaled to the place where it is used. */
export function placeUse(use: SVGElement, into: Element, tokens: Tokens): void {
  const drawing = document.querySelector(use.getAttribute('href') ?? '');
  if (!drawing) return;
  const group = document.createElementNS(SVG, 'g');
  const number = (name: string) => Number(use.getAttribute(name) ?? 0);
  const parts = [use.getAttribute('transform') ?? ''];
  if (number('x') || number('y')) parts.push(`translate(${number('x')} ${number('y')})`);
  const view = drawing.getAttribute('viewBox')?.split(/\s+/).map(Number);
  if (view) {
    const [x, y, w, h] = view as [number, number, number, number];
    const scale = Math.min(number('width') / w, number('height') / h);
    parts.push(`translate(${(number('width') - w * scale) / 2} ${(number('height') - h * scale) / 2}) scale(${scale}) translate(${-x} ${-y})`);
  }
  group.setAttribute('transform', parts.join(' ').trim());
  for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'color']) {
    const value = use.getAttribute(name);
    if (value) group.setAttribute(name, resolve(value, tokens));
  }
  into.append(group);
  if (view) for (const child of drawing.childNodes) place(child, group, tokens);
  else place(drawing, group, tokens);
}

/** The tokens inside an element: a seat's class or a style gives some of them other values. */
function scope(node: SVGElement, outer: Tokens): Tokens {
  const seat = /^s([0-3ld])$/.exec(node.getAttribute('class')?.split(' ').find((word) => /^s[0-3ld]$/.test(word)) ?? '')?.[1];
  const inner = new Map<string, string>();
  if (seat === 'l' || seat === 'd') {
    const piece = seat === 'l' ? '--light-piece' : '--dark-piece';
    inner.set('--seat', outer(piece)).set('--seat-dark', outer(`${piece}-edge`));
  } else if (seat) for (const part of ['', '-dark', '-soft', '-on']) inner.set(`--seat${part}`, outer(`--seat${seat}${part}`));
  for (const rule of (node.getAttribute('style') ?? '').split(';')) {
    const [name, value] = rule.split(/:(.*)/s);
    if (name?.trim().startsWith('--') && value) inner.set(name.trim(), resolve(value.trim(), outer));
  }
  return inner.size ? (name) => inner.get(name) ?? outer(name) : outer;
}

/** A value with its tokens filled in, the innermost first. */
function resolve(value: string, tokens: Tokens): string {
  const token = /var\((--[\w-]+)(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/;
  for (let match = token.exec(value); match; match = token.exec(value)) {
    value = value.replace(match[0], tokens(match[1]!) || match[2] || 'currentColor');
  }
  return value;
}
