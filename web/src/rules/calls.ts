/// The rules and engines, compiled from Rust: what can be asked of them, and what they answer.
import type { GameId, GameInfo, Json, Level, Log, Outcome, Rules, Snapshot, Analysis } from '../game/types';

export interface Calls {
  games: [Record<string, never>, GameInfo[]];
  rules: [{ game: GameId; rules?: Rules | string }, { rules: Rules; house_rules: boolean }];
  open: [{ game: GameId; rules?: Rules | string; seed?: number; position?: string }, Log];
  see: [{ log: Log; eyes: number | null | 'all'; upto?: number }, Snapshot];
  play: [{ log: Log; seat: number; move: string; ms?: number }, Log];
  act: [{ log: Log; seat: number; action: 'resign' | 'stop?' | 'accept' | 'refuse' }, Log];
  foresee: [{ log: Log }, Outcome];
  spell: [{ log: Log; move: string }, { move: string }];
  think: [
    { log: Log; level: Level; lines?: number; nodes?: number; ms?: number; seed?: number; reasons?: boolean },
    Analysis,
  ];
  review: [{ log: Log; nodes?: number }, Json];
  read: [{ text: string }, Log];
  write: [{ log: Log; format: 'json' | 'text' | 'sgf' }, { text: string }];
  layout: [{ log: Log; layout?: string }, Json];
}

export type Name = keyof Calls;
export type Args<N extends Name> = Calls[N][0];
export type Answer<N extends Name> = Calls[N][1];

/// To the worker and back.
export interface Request { id: number; name: Name; args: unknown }
export type Reply =
  | { id: number; ok: unknown }
  | { id: number; refused: string }
  /// The rules themselves did not come.
  | { id: number; missing: true }
  | { id: number; progress: unknown };
