// Whether things travel.
import { settings } from '../settings.svelte';

export function shouldAnimate(animate: boolean | undefined): boolean {
  return animate !== false && settings.motion === 'full' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Lets a drawn thing come from where it was: lift, slide, settle. */
export function animateFrom(element: Element | null, dx: number, dy: number, cells: number): void {
  element?.animate(
    [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
    { duration: Math.min(420, Math.max(180, cells * 60)), easing: 'cubic-bezier(.45,.05,.25,1)' },
  );
}
