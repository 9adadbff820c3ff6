/// The web app's types of games: those of `floe … --json`, of records and of the server's wire format.

import type { GameId } from '../games/types';

export type { GameId };

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/// Every switch with its value.
export type Rules = Record<string, Json>;

/// A switch as in `floe games --json`.
export interface Switch {
  name: string;
  about: string;
  values:
    | { type: 'number'; from: number; to: number; or?: null }
    | { type: 'choice'; of: Json[]; or?: null }
    | { type: 'text'; how: string; or?: null }
    | { type: 'flag' | 'yes_no' | 'bool' };
  default: Json;
  own: boolean;
}

/// A game as in `floe games --json`.
export interface GameInfo {
  id: GameId;
  name: string;
  about: string;
  rules_of: string;
  switches: Switch[];
  variants?: { name: string; about?: string; rules?: Rules }[];
}

/// An entry of a game's log: a move (null where it is hidden), an action, or what chance did.
export type GameEvent =
  | { by: number; move: string | null; ms?: number }
  | { by: number; action: 'resign' | 'stop?' | 'accept' | 'refuse' | 'forfeit' | 'eliminate'; ms?: number }
  | { event: string; [key: string]: Json };

/// How a game ended.
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
  [key: string]: Json;
}

/// A game from its beginning: everything needed to replay it.
export interface Log {
  game: GameId;
  rules: Rules;
  start: string;
  events: GameEvent[];
  seed: number | null;
}

/// A position as one viewer sees it.
export interface Snapshot {
  /// The position as JSON: `state` of `floe show --json`.
  state: Record<string, Json>;
  /// The position as text.
  position: string;
  phase: string;
  actor: number | 'chance' | null;
  /// The legal moves as texts, for viewers who may know them.
  legal: string[];
  scores: number[];
  result: Outcome | null;
  offer: { by: number; waiting: number[]; outcome: Outcome } | null;
  seats: number;
  plays: boolean[];
  events: GameEvent[];
  start: string;
  hides: boolean;
}

/// A line of play and its evaluation for the seat to act.
export interface Line {
  moves: string[];
  win: number;
  margin: number | null;
  exact: boolean;
  reasons?: string[];
}

export interface Analysis {
  best: string;
  lines: Line[];
  nodes: number;
  depth: number;
}

export type Level = 'random' | 'greedy' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'max';
export const LEVELS: readonly Level[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'max'];

/// The occupant of a seat.
export type SeatInfo =
  | { kind: 'here'; name: string }
  | { kind: 'person'; name: string; user: string; bot: boolean; rating: number | null }
  | { kind: 'engine'; level: Level }
  | { kind: 'open' };

/// A clock as it stood at `at` (performance.now() of this page).
export interface ClockView {
  left_ms: number;
  runs: boolean;
  at: number;
}

/// Everything a board and its side panel show. Plain data; every change makes a new one.
export interface View extends Snapshot {
  game: GameId;
  rules: Rules;
  occupants: SeatInfo[];
  /// The seats that are played on this device.
  localSeats: number[];
  /// The seat from whose side the game is shown: its hand is open, and it sits at the bottom.
  viewer: number | null;
}
