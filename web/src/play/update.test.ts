import { describe, expect, it } from 'vitest';
import type { TableUpdate, TableState } from '../server/wire';
import { applyUpdate } from './update';

const now = { at_ms: 0, stage: 'live', turn: 0, phase: 'move', position: 'p', scores: [0, 0], clocks: [] } as const;
const state = {
  id: 't', version: 5, game: 'penguins', rules: {}, seats: [], your_seats: [0], viewer: 0, host: 'h', clock: null, rated: false, public: true,
  takebacks: true, substitute: null, tournament: null, rematch_of: null, next_table: null, created_ms: 0, fair: null, start: 's',
  events: [{ by: 0, move: 'a1' }], board: null, insight: null, status: { ...now, scores: [0, 0], clocks: [] },
} as unknown as TableState;
const update = (more: Partial<TableUpdate>): TableUpdate => ({ table: 't', from: 5, version: 6, entries: [], status: { ...state.status, turn: 1 }, ...more });
const move = (by: number, text: string | null) => ({ type: 'game' as const, event: { by, move: text } });

describe('an update of a table', () => {
  it('adds what happened, and says that the board has changed', () => {
    const result = applyUpdate(state, update({ entries: [move(1, 'b2')] }));
    expect(result).toMatchObject({ status: 'new', board: true, state: { version: 6, events: [{ move: 'a1' }, { move: 'b2' }], status: { turn: 1 } } });
    expect(state.events).toHaveLength(1);
  });

  it('asks for the whole when something was missed', () => {
    expect(applyUpdate(state, update({ from: 7, version: 8, entries: [move(1, 'b2')] })).status).toBe('reload');
  });

  it('does not count twice what it knows', () => {
    const result = applyUpdate(state, update({ from: 4, version: 6, entries: [move(0, 'a1'), move(1, 'b2')] }));
    expect(result).toMatchObject({ status: 'new', state: { events: [{ move: 'a1' }, { move: 'b2' }] } });
    expect(applyUpdate(state, update({ from: 3, version: 4 })).status).toBe('old');
  });

  it('takes back', () => {
    const result = applyUpdate(state, update({ entries: [{ type: 'taken_back', keep: 0 }] }));
    expect(result).toMatchObject({ status: 'new', board: true, state: { events: [] } });
  });

  it('turns over what lay face down', () => {
    const hidden = { ...state, events: [{ by: 1, move: null }] };
    const result = applyUpdate(hidden, update({ entries: [], revealed: [[0, { by: 1, move: '7H' }]] }));
    expect(result).toMatchObject({ status: 'new', board: true, state: { events: [{ by: 1, move: '7H' }] } });
  });

  it('asks for the full state when a player sits down, and when the game is over', () => {
    expect(applyUpdate(state, update({ entries: [{ type: 'seated', seat: 1, who: { kind: 'open' } }] })).status).toBe('reload');
    expect(applyUpdate(state, update({ status: { ...state.status, stage: 'over' } })).status).toBe('reload');
  });

  it('leaves the board alone when only other things have changed', () => {
    expect(applyUpdate(state, update({ entries: [{ type: 'takeback', by: 1, keep: 0 }] }))).toMatchObject({ status: 'new', board: false });
  });
});
