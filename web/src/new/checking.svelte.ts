// Keeps a draft up to date while it is on the screen: loaded once, and checked by the rules after every change.
import type { Draft } from './draft.svelte';

export function checkOnChange(draft: () => Draft | undefined): void {
  $effect(() => void draft()?.load());
  $effect(() => {
    const now = draft();
    if (!now?.info) return;
    void now.line;
    let current = true;
    const timer = setTimeout(() => void now.check(() => current), 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  });
}
