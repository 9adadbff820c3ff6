// The web app's types of games. What the rules and the server send is generated; only what the page itself adds is written here.
import type { GameId, Rules, Snapshot } from '../rules/api';
import type { ClockState, Occupant } from '../server/wire';

export type {
  AnalyzeAnswer as Analysis, AnalyzedLine as Line, GameEvent, GameId, GameInfo, GameState, JsonValue as Json, Log, Outcome, Rules,
  Snapshot, SwitchInfo as Switch,
} from '../rules/api';

/** The levels that the page offers; the program knows more, such as `max@200ms`. */
export type Level = 'random' | 'greedy' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'max';
export const LEVELS: readonly Level[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'max'];

/** The occupant of a seat: as on the server, or a player on this device. */
export type SeatInfo = Occupant | { kind: 'local'; name: string };

/** A clock as it stood at `at` (performance.now() of this page). */
export type ClockView = ClockState & { at: number };

/** Everything a board and its side panel show. Plain data; every change makes a new one. */
export interface View extends Snapshot {
  game: GameId;
  rules: Rules;
  occupants: SeatInfo[];
  /** The seats that are played on this device. */
  localSeats: number[];
  /** The seat from whose side the game is shown: its hand is open, and it sits at the bottom. */
  viewer: number | null;
}
