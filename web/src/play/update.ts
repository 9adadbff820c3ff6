/// Applies an update of a table to its state.
import type { TableUpdate, TableState } from '../server/wire';

export type UpdateResult =
  /// Nothing new: we have it already.
  | { is: 'old' }
  /// Something was missed, or who sits where has changed and with it what is seen: the whole is needed.
  | { is: 'again' }
  /// The state with the update applied; `board` says whether the position has changed, whose JSON the update does not contain.
  | { is: 'new'; state: TableState; board: boolean };

export function applyUpdate(state: TableState, update: TableUpdate): UpdateResult {
  if (update.version < state.version) return { is: 'old' };
  if (update.from > state.version) return { is: 'again' };
  const next: TableState = { ...state, version: update.version, now: update.now, events: [...state.events] };
  // Updates may overlap with what is known; entries are numbered by the versions between.
  const known = state.version - update.from;
  let board = false;
  for (const entry of update.entries.slice(known)) {
    switch (entry.e) {
      case 'sat': case 'left': case 'replaced': case 'began':
        return { is: 'again' };
      case 'game':
        next.events.push(entry.event);
        board = true;
        break;
      case 'taken_back':
        next.events.length = entry.keep;
        board = true;
        break;
      case 'followed':
        next.followed = entry.table;
        break;
      default:
    }
  }
  for (const [number, event] of update.shown ?? []) {
    next.events[number] = event;
    board = true;
  }
  // A finished game shows everything to everyone.
  if (update.now.stage !== state.now.stage) return { is: 'again' };
  return { is: 'new', state: next, board };
}
