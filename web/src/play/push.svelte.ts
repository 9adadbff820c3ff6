// Notifications while the web app is closed: the browser subscribes at its push service, the server sends through it, and the
// service worker (`public/sw.js`) shows them, in the words that it is given here.
import { GAMES } from '../games';
import { callApi } from '../server/api';
import { ensureUser } from '../server/me.svelte';
import type { PushKey } from '../server/wire';
import { loadTexts, t } from '../texts';
import { requestNotifications } from './notify';

const KEY = 'floe.push';
/** Where the service worker finds the words. */
const WORDS = 'push-words';

export type PushState = 'off' | 'on' | 'denied' | 'unable';

export const push = $state<{ state: PushState; busy: boolean }>({ state: 'off', busy: false });

const supported = () => 'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';

async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!supported()) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

function remember(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // A private window has no push service either.
  }
}

/** Reads how it stands, without asking anyone. */
export async function readPush(): Promise<void> {
  const registration = await worker();
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  if (!registration) push.state = 'unable';
  else if (Notification.permission === 'denied') push.state = 'denied';
  else push.state = subscription && localStorage.getItem(KEY) ? 'on' : 'off';
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

async function leaveWords(): Promise<void> {
  await loadTexts();
  const says = (key: 'social.pushTurn' | 'social.pushStarted' | 'social.pushInvited') => Object.fromEntries(GAMES.map((game) => [game, t(key, { game: t(`games.${game}`) })]));
  const words = { turn: says('social.pushTurn'), started: says('social.pushStarted'), invited: says('social.pushInvited') };
  await (await caches.open(WORDS)).put('/words', new Response(JSON.stringify(words)));
}

/** Turns notifications on for this browser; only ever from a press. */
export async function startPush(): Promise<void> {
  push.busy = true;
  try {
    const registration = await worker();
    const { key } = await callApi<PushKey>('GET', '/api/push');
    if (!registration || !key) {
      push.state = 'unable';
      return;
    }
    if (!(await requestNotifications())) {
      push.state = 'denied';
      return;
    }
    await leaveWords();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    await ensureUser();
    await callApi('PUT', '/api/push', subscription.toJSON());
    remember(true);
    push.state = 'on';
  } catch (error) {
    // The browser has no push service, or cannot reach it.
    if (error instanceof DOMException) push.state = error.name === 'NotAllowedError' ? 'denied' : 'unable';
    else throw error;
  } finally {
    push.busy = false;
  }
}

/** Turns them off: the next person at this browser is not told about these games. */
export async function stopPush(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription().catch(() => null);
  remember(false);
  push.state = 'off';
  if (!subscription) return;
  await callApi('DELETE', '/api/push', { endpoint: subscription.endpoint }).catch(() => undefined);
  await subscription.unsubscribe();
}
