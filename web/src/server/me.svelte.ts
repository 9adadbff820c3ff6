// The current user according to the server. Nothing is requested before it is needed.
import { callApi, ApiError } from './api';
import type { Credentials, CreatedAccount, Me } from './wire';

export const me = $state<{ you: Me | null }>({ you: null });

let asked: Promise<Me | null> | undefined;
let guest: Promise<Me> | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` whenever the user changes: connections have to be opened again. */
export function onUserChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setUser(you: Me | null, notify = true): void {
  const before = me.you?.id;
  me.you = you;
  asked = Promise.resolve(you);
  guest = undefined;
  if (notify && before !== you?.id) listeners.forEach((listener) => listener());
}

/** Who we are, if the server knows us; it is asked once. */
export function fetchMe(): Promise<Me | null> {
  return (asked ??= callApi<Me>('GET', '/api/me').then(
    (you) => {
      me.you = you;
      return you;
    },
    (error: unknown) => {
      // Unknown is an answer; offline is not.
      if (error instanceof ApiError && error.code === 'unauthorized') return null;
      asked = undefined;
      throw error;
    },
  ));
}

/** The current user, or a new guest when no one is signed in. An existing session is kept. */
export function ensureUser(): Promise<Me> {
  if (me.you) return Promise.resolve(me.you);
  return (guest ??= callApi<Me>('POST', '/api/guests').then(
    (you) => {
      setUser(you, false);
      return you;
    },
    (error: unknown) => {
      guest = undefined;
      throw error;
    },
  ));
}

export async function signIn(who: Credentials): Promise<Me> {
  const you = await callApi<Me>('POST', '/api/session', who);
  setUser(you);
  return you;
}

/** Creates an account; a guest keeps their games. The recovery code is shown only once. */
export async function signUp(who: Credentials): Promise<CreatedAccount> {
  const made = await callApi<CreatedAccount>('POST', '/api/account', who);
  setUser(made.you);
  return made;
}

/** Signs out; `forget` is for sessions that the server has ended already. */
export async function signOut(forget = false): Promise<void> {
  await import('../play/push.svelte').then(({ stopPush }) => stopPush()).catch(() => undefined);
  if (!forget) await callApi('DELETE', '/api/session');
  setUser(null);
}
