// What the frame of the page shows of one's own games: the number that wait, and the one whose clock runs.
import { showInTitle } from './titleBadge';
import { followYourGames as follow, turns } from './yourGames.svelte';

export { default as StartedBanner } from './StartedBanner.svelte';

/** Follows the visitor's games, and says how many wait whenever that changes. */
export function followYourGames(onWaiting: (n: number) => void): void {
  follow();
  $effect.root(() => {
    $effect(() => {
      onWaiting(turns());
      showInTitle(turns());
    });
  });
}
