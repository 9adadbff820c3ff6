// Applies an update of a table to its state.
import type { TableUpdate, TableState } from '../server/wire';

export type UpdateResult =
  /** Nothing new: we have it already. */
  | { status: 'old' }
  /** Something was missed, or who sits where has changed and with it what is seen: the whole is needed. */
  | { status: 'reload' }
  /** The state with the update applied; `board` says whether the position has changed, whose JSON the update does not contain. */
  | { status: 'new'; state: TableState; board: boolean };

export function applyUpdate(state: TableState, update: TableUpdate): UpdateResult {
  if (update.version < state.version) return { status: 'old' };
  if (update.from > state.version) return { status: 'reload' };
  const next: TableState = { ...state, version: update.version, status: update.status, events: [...state.events] };
  // Updates may overlap with what is known; entries are numbered by the versions between.
  const known = state.version - update.from;
  let board = false;
  for (const entry of update.entries.slice(known)) {
    switch (entry.type) {
      case 'seated': case 'left': case 'replaced': case 'started':
        return { status: 'reload' };
      case 'game':
        next.events.push(entry.event);
        board = true;
        break;
      case 'taken_back':
        next.events.length = entry.keep;
        board = true;
        break;
      case 'rematch_created':
        next.next_table = entry.table;
        break;
      default:
    }
  }
  for (const [number, event] of update.revealed ?? []) {
    next.events[number] = event;
    board = true;
  }
  // A finished game shows everything to everyone.
  if (update.status.stage !== state.status.stage) return { status: 'reload' };
  return { status: 'new', state: next, board };
}
