/// Who the server says we are. Nothing is asked before something needs it.
import { call, Refusal } from './api';
import type { Credentials, MadeAccount, Me } from './wire';

export const me = $state<{ you: Me | null }>({ you: null });

let asked: Promise<Me | null> | undefined;
let guest: Promise<Me> | undefined;
const changed = new Set<() => void>();

/// Calls `hear` whenever somebody else is signed in from now on: connections have to be made anew.
export function onSomebodyElse(hear: () => void): () => void {
  changed.add(hear);
  return () => changed.delete(hear);
}

function are(you: Me | null, anew = true): void {
  const before = me.you?.id;
  me.you = you;
  asked = Promise.resolve(you);
  guest = undefined;
  if (anew && before !== you?.id) changed.forEach((hear) => hear());
}

/// Who we are, if the server knows us; it is asked once.
export function whoAmI(): Promise<Me | null> {
  return (asked ??= call<Me>('GET', '/api/me').then(
    (you) => {
      me.you = you;
      return you;
    },
    (error: unknown) => {
      // Unknown is an answer; away is not.
      if (error instanceof Refusal && error.code === 'sign_in') return null;
      asked = undefined;
      throw error;
    },
  ));
}

/// Somebody in any case: a guest when nobody is signed in. Whoever has a session keeps it.
export function beSomebody(): Promise<Me> {
  if (me.you) return Promise.resolve(me.you);
  return (guest ??= call<Me>('POST', '/api/guests').then(
    (you) => {
      are(you, false);
      return you;
    },
    (error: unknown) => {
      guest = undefined;
      throw error;
    },
  ));
}

export async function signIn(who: Credentials): Promise<Me> {
  const you = await call<Me>('POST', '/api/session', who);
  are(you);
  return you;
}

/// Makes an account; a guest keeps their games. The recovery code is shown once and never again.
export async function signUp(who: Credentials): Promise<MadeAccount> {
  const made = await call<MadeAccount>('POST', '/api/account', who);
  are(made.you);
  return made;
}

/// Signs out; `forget` is for sessions that the server has ended already.
export async function signOut(forget = false): Promise<void> {
  if (!forget) await call('DELETE', '/api/session');
  are(null);
}
