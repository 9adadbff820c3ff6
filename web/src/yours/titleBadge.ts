// The number of games that wait for the visitor, before the title of whatever page is open: "(2) Floe".
const BADGE = /^\(\d+\) /;

let waiting = 0;
let watcher: MutationObserver | undefined;

function mark(): void {
  const plain = document.title.replace(BADGE, '');
  const marked = waiting ? `(${waiting}) ${plain}` : plain;
  if (marked !== document.title) document.title = marked;
}

/** Pages set the title as they like; the number is put before it. */
export function showInTitle(n: number): void {
  waiting = n;
  mark();
  if (watcher) return;
  watcher = new MutationObserver(mark);
  watcher.observe(document.head, { subtree: true, childList: true, characterData: true });
}
