/** The time, once a second, while a component uses it: `const now = ticking()`. */
export function ticking(): { readonly ms: number } {
  let ms = $state(Date.now());
  $effect(() => {
    const beat = setInterval(() => (ms = Date.now()), 500);
    return () => clearInterval(beat);
  });
  return {
    get ms() {
      return ms;
    },
  };
}
