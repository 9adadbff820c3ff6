// A game in progress, on this device or on the server: what the table screen shows and does.
import type { Arrow } from '../game/boardProps';
import type { ClockView, Outcome, View } from '../game/types';
import type { ChatMessage, Stage, TakebackOffer } from '../server/wire';

/** A move the engine suggests, with its reasons. */
export interface Hint {
  arrow: Arrow;
  reasons: string[];
}

/** What the player on this device may do now. */
export interface AvailableActions {
  undo: boolean;
  stop: boolean;
  hint: boolean;
  resign: boolean;
  abort: boolean;
  rematch: boolean;
  /** Leave a seat to an engine. */
  leave: boolean;
}

/** An action of the player on this device that waits for confirmation. */
export type PendingConfirm = 'resign' | 'abort' | 'leave' | null;

/** What only a table on the server has. */
export interface TableInfo {
  stage: Stage;
  /** Why it was cancelled. */
  abortReason: string | null;
  host: boolean;
  rated: boolean;
  slow: boolean;
  lines: ChatMessage[];
  muted: string[];
  spectators: number;
  present: number[] | null;
  /** The seats that want another game. */
  rematch: number[];
  nextTable: string | null;
  ratingChanges: Record<number, number>;
}

export interface Session {
  readonly kind: 'local' | 'live';
  readonly id: string;
  readonly view: View | null;
  readonly caption: string;
  readonly clocks: (ClockView | null)[];
  /** The seat of an engine that thinks. */
  readonly thinking: number | null;
  /** What takes a moment just now. */
  readonly busy: 'hint' | 'stop' | 'move' | null;
  readonly hint: Hint | null;
  readonly takeback: TakebackOffer | null;
  /** The exact result of stopping now, worked out but not yet offered. */
  readonly count: Outcome | null;
  readonly can: AvailableActions;
  /** The seat that is to take the screen before its cards are shown. */
  readonly passScreenTo: number | null;
  readonly tableInfo: TableInfo | null;
  /** A sentence about what stops the game from continuing. */
  readonly error: string | null;

  move(text: string): Promise<void>;
  /** A move as typed by the player. */
  write(text: string): Promise<void>;
  /** The game after `upto` events. */
  viewAt(upto: number): Promise<View>;
  undo(): Promise<void>;
  /** Works out the count; `offer` then puts it to the others, `dismiss` forgets it. */
  /** `quietly`: only where that asks nobody else, and without a word where it cannot be worked out. */
  askStop(quietly?: boolean): Promise<void>;
  offerStop(): Promise<void>;
  dismiss(): void;
  answerStop(yes: boolean): Promise<void>;
  answerTakeback(yes: boolean): Promise<void>;
  askHint(): Promise<void>;
  resign(): Promise<void>;
  /** Calls the game off before it has properly begun. */
  abort(): Promise<void>;
  /** Gets up before the game begins, or leaves the seat to an engine. */
  leaveSeat(): Promise<void>;
  rematch(): Promise<void>;
  revealHand(): void;
  close(): void;
}
