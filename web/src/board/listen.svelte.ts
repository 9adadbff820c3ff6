/// Pointer and keyboard on a board: click, drag, touch, and everything by keys alone.
import type { Geometry } from '../game/geometry';
import type { Position } from '../game/position';
import type { Choosing } from './choosing.svelte';
import { cycle, goes } from './keys';
import { cellAt, toBoard } from './pointer';

export interface Heard {
  choosing: Choosing;
  press: (cell: string) => void;
  position: () => Position;
  geometry: () => Geometry;
  live: () => boolean;
  /// The cells of the pieces that are played at this screen.
  own: () => ReadonlySet<string>;
  reach: (on: boolean) => void;
  /// Opens or closes the list of keys; without a word, whichever it is not.
  help: (on?: boolean) => void;
}

/// How far a pointer travels before a press becomes a drag.
const SLACK = 6;

export function listen(heard: Heard): (svg: SVGSVGElement) => () => void {
  const { choosing } = heard;
  return (svg) => {
    let down: { id: number; x: number; y: number; cell: string | null; taken: boolean } | null = null;

    const under = (event: PointerEvent) => {
      const point = toBoard(svg, event);
      return point && cellAt(heard.geometry(), point, choosing.next.cells, event.pointerType === 'touch' ? 1.15 : 1);
    };
    const pointerdown = (event: PointerEvent) => {
      if (event.button || !event.isPrimary) return;
      choosing.keys = false;
      const cell = under(event);
      down = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, taken: false };
      if (!cell || !heard.live()) return;
      // A piece is taken up at once, so that it can be dragged; its own second press puts it down again.
      const { choices, picked, next } = choosing;
      const choice = next.kind === 'shot' && next.cells.has(cell) || next.kind === 'target' && next.cells.has(cell);
      if (choices.slides.has(cell) && picked.from !== cell && !choice) {
        heard.press(cell);
        down.taken = true;
      }
      choosing.hover = event.pointerType === 'touch' ? null : cell;
    };
    const pointermove = (event: PointerEvent) => {
      const dragging = down?.id === event.pointerId && down.cell !== null && down.cell === choosing.picked.from && choosing.picked.to === null;
      if (dragging && (choosing.drag || Math.hypot(event.clientX - down!.x, event.clientY - down!.y) > SLACK)) {
        if (!choosing.drag) svg.setPointerCapture(event.pointerId);
        choosing.drag = toBoard(svg, event);
        const cell = under(event);
        choosing.hover = cell && choosing.next.cells.has(cell) ? cell : null;
        return;
      }
      if (event.pointerType !== 'touch') choosing.hover = under(event);
    };
    const pointerup = (event: PointerEvent) => {
      if (!down || down.id !== event.pointerId) return;
      const { cell: from, taken } = down;
      down = null;
      const cell = under(event);
      if (choosing.drag) {
        const back = cell === null || cell === from;
        if (!back) heard.press(cell);
        choosing.drag = null;
        if (event.pointerType === 'touch') choosing.hover = null;
        return;
      }
      if (cell !== null && cell === from && !taken) heard.press(cell);
    };
    // A finger on a piece drags it; anywhere else it scrolls the page. `touch-action` knows no parts of a drawing.
    const touchstart = (event: TouchEvent) => {
      const [touch, more] = event.touches;
      const point = touch && !more && heard.live() ? toBoard(svg, touch) : null;
      const cell = point && cellAt(heard.geometry(), point, choosing.next.cells, 1.15);
      if (cell && choosing.choices.slides.has(cell) && event.cancelable) event.preventDefault();
    };
    const pointercancel = () => {
      down = null;
      choosing.drag = null;
      choosing.hover = null;
    };
    const pointerleave = () => {
      if (!choosing.drag) choosing.hover = null;
    };

    const focus = (cell: string | null) => {
      if (cell === null) return;
      choosing.keys = true;
      choosing.hover = null;
      svg.querySelector<SVGGElement>(`[data-cell="${cell}"]`)?.focus({ preventScroll: true });
    };
    const keydown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const position = heard.position();
      const at = choosing.focus ?? position.cells[0]?.name ?? null;
      const cell = at === null ? undefined : position.byName.get(at);
      if (!cell) return;
      const key = event.key;
      const low = key.toLowerCase();
      if (key === 'Enter' || key === ' ') {
        choosing.keys = true;
        heard.press(cell.name);
        if (choosing.next.kind === 'target' || choosing.next.kind === 'shot') choosing.hover = null;
      } else if (key === 'Escape') {
        if (!choosing.back()) heard.help(false);
      } else if (low === 'n' || low === 'p') focus(cycle(position, heard.own(), cell.name, low === 'p'));
      else if (low === 't') focus(cycle(position, choosing.next.cells, cell.name, event.shiftKey));
      else if (key === '?') heard.help();
      else {
        const next = goes(position, cell, key);
        if (next === undefined) return;
        focus(next?.name ?? cell.name);
      }
      event.preventDefault();
    };
    const focusin = () => {
      if (svg.matches(':has(:focus-visible)')) choosing.keys = true;
    };
    const focusout = (event: FocusEvent) => {
      if (svg.contains(event.relatedTarget as Node | null)) return;
      // A board that is being taken off the page loses the focus, too, at a time when nothing may change.
      queueMicrotask(() => {
        if (svg.isConnected) choosing.keys = false;
      });
    };

    // Reach is shown while R is held, wherever the focus is, except where one writes.
    const typing = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    const anywhere = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      heard.reach(event.type === 'keydown');
    };
    const blur = () => heard.reach(false);

    const own: [string, (event: never) => void][] = [
      ['pointerdown', pointerdown], ['pointermove', pointermove], ['pointerup', pointerup], ['pointercancel', pointercancel],
      ['pointerleave', pointerleave], ['keydown', keydown], ['focusin', focusin], ['focusout', focusout],
    ];
    for (const [name, hear] of own) svg.addEventListener(name, hear as EventListener);
    svg.addEventListener('touchstart', touchstart, { passive: false });
    addEventListener('keydown', anywhere);
    addEventListener('keyup', anywhere);
    addEventListener('blur', blur);
    return () => {
      for (const [name, hear] of own) svg.removeEventListener(name, hear as EventListener);
      svg.removeEventListener('touchstart', touchstart);
      removeEventListener('keydown', anywhere);
      removeEventListener('keyup', anywhere);
      removeEventListener('blur', blur);
    };
  };
}
