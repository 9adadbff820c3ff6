// A card table as one self-contained SVG text: drawn as the page draws it, without controls.
import { flushSync, mount, unmount, type Component } from 'svelte';
import type { BoardProps } from '../game/boardProps';
import type { View } from '../game/types';
import { isMontauk } from '../games';
import { traced } from './trace';

const MONTAUK_SIZE = [1240, 740] as const;
const BUFFET_SIZE = [1000, 760] as const;

export async function cardsToSvg(view: View, caption: string): Promise<string> {
  const montauk = isMontauk(view.game);
  const board = montauk ? await import('../cards/MontaukBoard.svelte') : await import('../cards/BuffetBoard.svelte');
  await document.fonts.ready;
  // Drawn in the document for a moment, outside the visible area, at desktop size.
  const stage = document.createElement('div');
  const [width, height] = montauk ? MONTAUK_SIZE : BUFFET_SIZE;
  stage.style.cssText = `position:fixed;left:-20000px;top:0;width:${width}px;height:${height}px`;
  document.body.append(stage);
  const shown = mount(board.default as Component<BoardProps>, { target: stage, props: { view: { ...view, localSeats: [] }, caption, animate: false } });
  flushSync();
  try {
    return traced(stage.firstElementChild as HTMLElement);
  } finally {
    void unmount(shown);
    stage.remove();
  }
}
