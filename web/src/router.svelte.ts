// Where we are. Addresses are paths; links are ordinary `<a href>`, followed without a reload.

export interface Route { path: string; parts: string[]; query: URLSearchParams; hash: string }

/** A typed address may be badly encoded; then it is taken literally. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readLocation(): Route {
  const { pathname, search, hash } = location;
  return {
    path: pathname,
    parts: pathname.split('/').filter(Boolean).map(decoded),
    query: new URLSearchParams(search),
    hash: hash.slice(1),
  };
}

/** `navigated`: the visitor came by a link of the page, not by opening it. */
export const current = $state<{ route: Route; navigated: boolean }>({ route: readLocation(), navigated: false });

/** Goes to an address of this page. `keep`: the scroll position stays, where only a part of the page changes. */
export function navigate(to: string, { replace = false, keep = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  current.navigated = true;
  current.route = readLocation();
  if (!keep) window.scrollTo(0, 0);
}

/** Follows links and the browser's back button. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    current.navigated = true;
    current.route = readLocation();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
