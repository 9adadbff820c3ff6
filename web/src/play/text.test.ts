import { expect, it } from 'vitest';
import type { Outcome, SeatInfo } from '../game/types';
import { seatName } from '../game/players';
import { clockName, headline, reason, verdict } from './text';

const occupants: SeatInfo[] = [{ kind: 'local', name: 'ada' }, { kind: 'engine', level: '3' }];
const outcome = (more: Partial<Outcome>): Outcome => ({ winners: [1], scores: [30, 34], reason: 'nobody can move', ...more });

it('says who won, the winner’s score first', () => {
  expect(verdict({ game: 'penguins', occupants, scored: true }, outcome({}))).toBe('Floe wins, 34–30.');
  expect(verdict({ game: 'penguins', occupants, scored: true }, outcome({ scores: [-2, 3] }))).toBe('Floe wins, 3 to -2.');
  expect(verdict({ game: 'penguins', occupants, scored: true }, outcome({ winners: [0, 1], scores: [32, 32] }))).toBe('A draw between ada and Floe, 32–32.');
  expect(verdict({ game: 'penguins', occupants, scored: false }, outcome({ scores: [0, 1] }))).toBe('Floe wins.');
  expect(verdict({ game: 'penguins', occupants, scored: false }, outcome({ scores: [6, 5] }))).toBe('Floe wins.');
  expect(verdict({ game: 'penguins', occupants, scored: true }, outcome({ winners: [] }))).toBe('No winner.');
});

it('heads a win with those who share it; only if all do it is a draw', () => {
  const three: SeatInfo[] = [{ kind: 'local', name: 'You' }, { kind: 'local', name: 'Ann' }, { kind: 'local', name: 'Bo' }];
  const head = (winners: number[], localSeats: number[]) => headline({ game: 'penguins', occupants: three, localSeats }, outcome({ winners, scores: [9, 9, 9] }));
  expect(head([1, 2], [0])).toBe('Ann and Bo share the win');
  expect(head([0, 2], [0])).toBe('You and Bo share the win');
  expect(head([0, 1, 2], [0])).toBe('A draw');
  expect([head([0], [0]), head([1], [0]), head([1], [0, 1, 2]), head([], [0])]).toEqual(['You win', 'You lose', 'Game over', 'Game over']);
});

it('names players in the rules’ reasons', () => {
  expect(reason({ game: 'penguins', occupants }, outcome({ reason: 'White resigned', end: { kind: 'resigned', seat: 0 } }))).toBe('ada resigned.');
  expect(reason({ game: 'penguins', occupants }, outcome({ end: { kind: 'cannot_move', seats: [1] } }))).toBe('Floe cannot move.');
  expect(reason({ game: 'penguins', occupants }, outcome({}))).toBe('Nobody can move.');
});

it('calls a player without a name “you”', () => {
  const you: SeatInfo[] = [{ kind: 'local', name: 'You' }, { kind: 'engine', level: '3' }];
  expect(verdict({ game: 'penguins', occupants: you, scored: true }, outcome({ winners: [0], scores: [34, 30] }))).toBe('You win, 34–30.');
  expect(verdict({ game: 'penguins', occupants: you, scored: true }, outcome({ winners: [0, 1], scores: [32, 32] }))).toBe('A draw between you and Floe, 32–32.');
  expect(reason({ game: 'penguins', occupants: you }, outcome({ reason: 'seat 0 has more points after 1 round', end: { kind: 'more_points', seat: 0, rounds: 1 } }))).toBe('You have more points after 1 round.');
});

it('distinguishes several engines', () => {
  const at = (seats: SeatInfo[], seat: number) => seatName({ game: 'penguins', occupants: seats }, seat);
  expect(at(occupants, 1)).toBe('Floe');
  const three: SeatInfo[] = [...occupants, { kind: 'engine', level: 'max' }];
  expect([1, 2].map((seat) => at(three, seat))).toEqual(['Floe 3', 'Floe max']);
  // Of one level, they have their colours.
  expect(at([...occupants, { kind: 'engine', level: '3' }], 2)).toBe('Floe 3 (Amber)');
  expect(at([{ kind: 'open' }, { kind: 'open' }], 1)).toBe('Open seat');
});

it('lists the results of three and four with their names, the best first', () => {
  const four: SeatInfo[] = [{ kind: 'local', name: 'Ada' }, { kind: 'engine', level: '4' }, { kind: 'engine', level: '5' }, { kind: 'local', name: 'Bo' }];
  expect(verdict({ game: 'penguins', occupants: four, scored: true }, outcome({ winners: [3], scores: [7, 11, 7, 12] }))).toBe('Bo wins: Bo 12, Floe 4 11, Ada 7, Floe 5 7.');
  // Whoever is out has not won, however many fish it has.
  expect(verdict({ game: 'penguins', occupants: four, scored: true }, outcome({ winners: [0], scores: [7, 11, 5, 3] }))).toBe('Ada wins: Ada 7, Floe 4 11, Floe 5 5, Bo 3.');
});

it('writes clocks for people', () => {
  expect(clockName('600+5')).toBe('10\u00A0min\u00A0+\u00A05\u00A0s');
  expect(clockName('300+0')).toBe('5\u00A0min');
  expect(clockName('3d')).toBe('3 days per move');
  expect(clockName(null)).toBe('no clock');
});
