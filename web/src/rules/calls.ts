// The calls to the rules and engines, and the messages to the worker that answers them.
import type { Calls, ThrownRefusal } from './api';

export type Name = keyof Calls;
export type Args<N extends Name> = Calls[N][0];
export type Answer<N extends Name> = Calls[N][1];

/** To the worker and back. */
export interface Request { id: number; name: Name; args: unknown }
export type Reply =
  | { id: number; ok: unknown }
  | { id: number; refused: ThrownRefusal }
  /** The rules themselves could not be loaded. */
  | { id: number; missing: true }
  | { id: number; progress: unknown };
