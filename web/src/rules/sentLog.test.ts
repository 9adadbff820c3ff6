import { expect, test } from 'vitest';
import type { Log } from './api';
import { LogSender } from './sentLog';

const rules = { rows: 8 };
const log = (events: Log['events'], more: Partial<Log> = {}): Log => ({ game: 'penguins', rules, start: '1', events, seed: 1, ...more });
const [a, b, c] = ['a1', 'b2', 'c3'].map((move, by) => ({ by, move }));

test('a log is sent whole once, then only what has changed', () => {
  const sender = new LogSender();
  expect(sender.send(log([a!, b!]))).toEqual({ ...log([a!, b!]), id: 1 });
  expect(sender.send(log([a!, b!, c!]))).toEqual({ id: 2, base: 1, keep: 2, events: [c] });
  // Undone, and another move made.
  expect(sender.send(log([a!, c!]))).toEqual({ id: 3, base: 2, keep: 1, events: [c] });
  expect(sender.send(log([a!, c!]))).toEqual({ id: 4, base: 3, keep: 2, events: [] });
});

test('another game, or a worker that holds nothing, gets it whole', () => {
  const sender = new LogSender();
  sender.send(log([a!]));
  expect(sender.send(log([a!], { start: '2' }))).toMatchObject({ id: 2, start: '2' });
  expect(sender.send(log([a!], { start: '2', rules: { rows: 6 } }))).toMatchObject({ id: 3, rules: { rows: 6 } });
  sender.reset();
  expect(sender.send(log([a!], { start: '2' }))).toMatchObject({ id: 4, game: 'penguins' });
});
