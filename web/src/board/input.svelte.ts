// Pointer and keyboard on a board: click, drag, touch, and everything by keys alone.
import type { Geometry } from '../game/geometry';
import type { Position } from '../game/position';
import type { Selection } from './selection.svelte';
import { cycle, cellForKey } from './keys';
import { cellAt, toBoard } from './pointer';

export interface InputHandlers {
  selection: Selection;
  press: (cell: string) => void;
  position: () => Position;
  geometry: () => Geometry;
  interactive: () => boolean;
  /** The cells of the pieces that are played on this device. */
  own: () => ReadonlySet<string>;
  reach: (on: boolean) => void;
  /** Opens or closes the list of keys; without an argument it toggles. */
  help: (on?: boolean) => void;
}

/** How far a pointer travels before a press becomes a drag. */
const DRAG_THRESHOLD = 6;

export function attachInput(handlers: InputHandlers): (svg: SVGSVGElement) => () => void {
  const { selection } = handlers;
  return (svg) => {
    let down: { id: number; x: number; y: number; cell: string | null; taken: boolean } | null = null;

    const under = (event: PointerEvent) => {
      const point = toBoard(svg, event);
      return point && cellAt(handlers.geometry(), point, selection.next.cells, event.pointerType === 'touch' ? 1.15 : 1);
    };
    const pointerdown = (event: PointerEvent) => {
      if (event.button || !event.isPrimary) return;
      selection.keys = false;
      const cell = under(event);
      down = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, taken: false };
      if (!cell || !handlers.interactive()) return;
      // A piece is picked up at once, so that it can be dragged; a second press on it puts it down again.
      const { choices, picked, next } = selection;
      const choice = next.kind === 'shot' && next.cells.has(cell) || next.kind === 'target' && next.cells.has(cell);
      if (choices.slides.has(cell) && picked.from !== cell && !choice) {
        handlers.press(cell);
        down.taken = true;
      }
      selection.hover = event.pointerType === 'touch' ? null : cell;
    };
    const pointermove = (event: PointerEvent) => {
      const dragging = down?.id === event.pointerId && down.cell !== null && down.cell === selection.picked.from && selection.picked.to === null;
      if (dragging && (selection.drag || Math.hypot(event.clientX - down!.x, event.clientY - down!.y) > DRAG_THRESHOLD)) {
        if (!selection.drag) svg.setPointerCapture(event.pointerId);
        selection.drag = toBoard(svg, event);
        const cell = under(event);
        selection.hover = cell && selection.next.cells.has(cell) ? cell : null;
        return;
      }
      if (event.pointerType !== 'touch') selection.hover = under(event);
    };
    const pointerup = (event: PointerEvent) => {
      if (!down || down.id !== event.pointerId) return;
      const { cell: from, taken } = down;
      down = null;
      const cell = under(event);
      if (selection.drag) {
        const back = cell === null || cell === from;
        if (!back) handlers.press(cell);
        selection.drag = null;
        if (event.pointerType === 'touch') selection.hover = null;
        return;
      }
      if (cell !== null && cell === from && !taken) handlers.press(cell);
    };
    // A finger on a piece drags it; anywhere else it scrolls the page. `touch-action` cannot apply to parts of a drawing.
    const touchstart = (event: TouchEvent) => {
      const [touch, more] = event.touches;
      const point = touch && !more && handlers.interactive() ? toBoard(svg, touch) : null;
      const cell = point && cellAt(handlers.geometry(), point, selection.next.cells, 1.15);
      if (cell && selection.choices.slides.has(cell) && event.cancelable) event.preventDefault();
    };
    const pointercancel = () => {
      down = null;
      selection.drag = null;
      selection.hover = null;
    };
    const pointerleave = () => {
      if (!selection.drag) selection.hover = null;
    };

    const focus = (cell: string | null) => {
      if (cell === null) return;
      selection.keys = true;
      selection.hover = null;
      svg.querySelector<SVGGElement>(`[data-cell="${cell}"]`)?.focus({ preventScroll: true });
    };
    const keydown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const position = handlers.position();
      const at = selection.focus ?? position.cells[0]?.name ?? null;
      const cell = at === null ? undefined : position.byName.get(at);
      if (!cell) return;
      const key = event.key;
      const low = key.toLowerCase();
      if (key === 'Enter' || key === ' ') {
        selection.keys = true;
        handlers.press(cell.name);
        if (selection.next.kind === 'target' || selection.next.kind === 'shot') selection.hover = null;
      } else if (key === 'Escape') {
        if (!selection.back()) handlers.help(false);
      } else if (low === 'n' || low === 'p') focus(cycle(position, handlers.own(), cell.name, low === 'p'));
      else if (low === 't') focus(cycle(position, selection.next.cells, cell.name, event.shiftKey));
      else if (key === '?') handlers.help();
      else {
        const next = cellForKey(position, cell, key);
        if (next === undefined) return;
        focus(next?.name ?? cell.name);
      }
      event.preventDefault();
    };
    const focusin = () => {
      if (svg.matches(':has(:focus-visible)')) selection.keys = true;
    };
    const focusout = (event: FocusEvent) => {
      if (svg.contains(event.relatedTarget as Node | null)) return;
      // A board that is being removed loses the focus, too, at a time when no state may change.
      queueMicrotask(() => {
        if (svg.isConnected) selection.keys = false;
      });
    };

    // Reach is shown while R is held, wherever the focus is, except in text fields.
    const typing = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    const anywhere = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      handlers.reach(event.type === 'keydown');
    };
    const blur = () => handlers.reach(false);

    const own: [string, (event: never) => void][] = [
      ['pointerdown', pointerdown], ['pointermove', pointermove], ['pointerup', pointerup], ['pointercancel', pointercancel],
      ['pointerleave', pointerleave], ['keydown', keydown], ['focusin', focusin], ['focusout', focusout],
    ];
    for (const [name, handler] of own) svg.addEventListener(name, handler as EventListener);
    svg.addEventListener('touchstart', touchstart, { passive: false });
    addEventListener('keydown', anywhere);
    addEventListener('keyup', anywhere);
    addEventListener('blur', blur);
    return () => {
      for (const [name, handler] of own) svg.removeEventListener(name, handler as EventListener);
      svg.removeEventListener('touchstart', touchstart);
      removeEventListener('keydown', anywhere);
      removeEventListener('keyup', anywhere);
      removeEventListener('blur', blur);
    };
  };
}
