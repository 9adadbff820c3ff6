import { expect, test } from 'vitest';
import { EMPTY_DRAFT, tournamentOf } from './tournamentDraft';

test('a plan becomes what the server asks for, and nothing that it did not ask for', () => {
  const plain = tournamentOf({ ...EMPTY_DRAFT, name: ' Friday night ' }, 'fish', '', '300+5');
  expect(plain).toEqual({
    name: 'Friday night', game: 'fish', format: { format: 'round-robin', rounds: 1 }, clock: '300+5', private: false, bots: true, rated: false,
  });
  expect(tournamentOf({ ...EMPTY_DRAFT, format: 'swiss', rounds: 5, sets: 2 }, 'fish', '', '1d').format).toEqual({ format: 'swiss', rounds: 5, sets: 2 });
  expect(tournamentOf({ ...EMPTY_DRAFT, format: 'knockout', rounds: 5, sets: 2 }, 'fish', '', '1d').format).toEqual({ format: 'knockout', sets: 2, extra_sets: 1 });
  expect(tournamentOf({ ...EMPTY_DRAFT, format: 'gauntlet', challengers: 2 }, 'fish', '', '1d').format).toEqual({ format: 'gauntlet', challengers: 2, rounds: 1 });
});

test('rules, maximum players and time are included where they were chosen', () => {
  const body = tournamentOf({ ...EMPTY_DRAFT, maxEntrants: 8, start: '2030-05-01T20:30' }, 'penguins', 'slides', '600+5');
  expect(body).toMatchObject({ rules: 'slides', max_entrants: 8, start_ms: new Date(2030, 4, 1, 20, 30).getTime() });
});
