/// What a table's news makes of its state.
import type { TableNews, TableState } from '../server/wire';

export type UpdateResult =
  /// Nothing new: we have it already.
  | { is: 'old' }
  /// Something was missed, or who sits where has changed and with it what is seen: the whole is needed.
  | { is: 'again' }
  /// The state with the news in it; `board` says whether the position has changed, whose JSON does not come along.
  | { is: 'new'; state: TableState; board: boolean };

export function applyUpdate(state: TableState, update: TableNews): UpdateResult {
  if (update.version < state.version) return { is: 'old' };
  if (update.from > state.version) return { is: 'again' };
  const next: TableState = { ...state, version: update.version, now: update.now, events: [...state.events] };
  // News may overlap with what is known; entries are numbered by the versions between.
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
  // A game that is over shows everything to everybody.
  if (update.now.stage !== state.now.stage) return { is: 'again' };
  return { is: 'new', state: next, board };
}
