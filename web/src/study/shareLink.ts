// A whole study in an address: deflated JSON in the letters that addresses may have.
import type { Log } from '../game/types';
import { GAMES } from '../games';
import type { Variation } from './tree';

export interface Shared {
  log: Log;
  /** The names at the seats, where they have any. */
  names?: string[];
  variations?: Variation[];
  /** The current step. */
  at?: number;
}

/** The longest address part that is unpacked, and the most that may come out of it. */
const MAX_CHARS = 200_000;
const MAX_BYTES = 2_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    parts.push(value!);
    length += value!.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new Error('too long');
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const small = await through(bytes, new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of small) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What was packed, or null where the address is damaged. */
export async function unpack(text: string): Promise<Shared | null> {
  try {
    if (text.length > MAX_CHARS) return null;
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const json = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
    const shared = JSON.parse(json) as Shared;
    const { game, rules, start, events } = shared.log;
    const sound = GAMES.includes(game) && rules && typeof start === 'string' && Array.isArray(events);
    return sound ? shared : null;
  } catch {
    return null;
  }
}
