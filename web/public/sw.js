// Caches the page so that it works without a network. Every version of the page has its own cache, named after its first file;
// it holds that file and everything it links to: scripts, styles, fonts, the rules. Nothing under /api is ever cached.
const MINE = 'floe-';
const PAGE = '/';
const EXTRAS = ['/icon.svg', '/icon-192.png', '/manifest.webmanifest'];
// Files with a hash in their name, wherever a page, a script or a style mentions them.
const MENTION = /[\w.-]+-[\w-]{8}\.(?:js|css|wasm|woff2|svg|png)\b/g;
const READABLE = /\.(?:js|css)$/;

/// Everything a page leads to, by following every mention once.
async function reach(html) {
  const found = new Map();
  const follow = async (text) => {
    const names = [...new Set(text.match(MENTION) ?? [])].filter((name) => !found.has(name));
    for (const name of names) found.set(name, null);
    await Promise.all(names.map(async (name) => {
      const path = `/assets/${name}`;
      const answer = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path));
      // A name that only resembles a file does not exist.
      if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html')) return found.delete(name);
      found.set(name, answer.clone());
      if (READABLE.test(name)) await follow(await answer.text());
    }));
  };
  await follow(html);
  return [...found].filter(([, answer]) => answer).map(([name, answer]) => [`/assets/${name}`, answer]);
}

async function versionOf(html) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html));
  return MINE + [...new Uint8Array(bytes)].slice(0, 8).map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(MINE));

/// Fetches the page, and if it is new everything it needs. The previous version stays for windows that still show it.
async function stock() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) return;
  const html = await answer.clone().text();
  const name = await versionOf(html);
  if ((await versions()).at(-1) === name && (await (await caches.open(name)).match(PAGE))) return;
  const files = await reach(html);
  await caches.delete(name);
  const cache = await caches.open(name);
  await Promise.all(files.map(([path, file]) => cache.put(path, file)));
  await Promise.all(EXTRAS.map((path) => cache.add(path).catch(() => undefined)));
  // The page comes last: a version with a page is complete.
  await cache.put(PAGE, answer);
  for (const old of (await versions()).slice(0, -2)) await caches.delete(old);
}

/// The page of the newest complete version.
async function kept() {
  for (const name of (await versions()).reverse()) {
    const page = await (await caches.open(name)).match(PAGE);
    if (page) return page;
  }
  return undefined;
}

addEventListener('install', (event) => event.waitUntil(stock().then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    const fresh = stock().catch(() => undefined);
    event.waitUntil(fresh);
    event.respondWith(kept().then((page) => page ?? fetch(request)));
  } else if (pathname.startsWith('/assets/') || EXTRAS.includes(pathname)) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((file) => file ?? fetch(request)));
  }
});

// A push message while no window is open: what happened at which table, in the words that the page has left.
addEventListener('push', (event) => {
  const show = async () => {
    const { what, table, game } = event.data?.json() ?? {};
    const open = await clients.matchAll({ type: 'window' });
    const path = `/t/${table}`;
    // A visible window shows it by itself.
    if (open.some(({ visibilityState }) => visibilityState === 'visible')) return;
    const words = await caches.match('/words', { cacheName: 'push-words' }).then((file) => file?.json()).catch(() => undefined);
    const title = words?.[what]?.[game] ?? 'Floe';
    await registration.showNotification(title, { tag: table, data: path, icon: '/icon-192.png', badge: '/icon-192.png' });
  };
  event.waitUntil(show());
});

// Notifications about a turn: clicking one brings its table back.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const back = async () => {
    const open = await clients.matchAll({ type: 'window' });
    const there = open.find(({ url }) => new URL(url).pathname === event.notification.data);
    return there ? there.focus() : clients.openWindow(event.notification.data ?? PAGE);
  };
  event.waitUntil(back());
});
