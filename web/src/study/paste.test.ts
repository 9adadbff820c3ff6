import { expect, test } from 'vitest';
import { t } from '../texts';
import { whatIsWrong } from './paste';

test.each([
  ['hello world', 'not_a_record', 'study.noGame'],
  ['{"floe": 1, "game": "ama', 'invalid_json', 'study.brokenRecord'],
  ['{"a": 1}', 'not_a_record', 'study.otherJson'],
  ['(;GM[1]FF[4];B[aa])', 'other_game', 'study.otherSgf'],
  ['(((((((', 'not_a_record', 'study.noGame'],
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'not_a_record', 'study.badFen'],
  ['12131/2A312/1B1121/2132/11C121 move 0 4,5,3 2,3,2', 'not_a_record', 'study.otherPosition'],
  ['d1-d7/g7 g10-g6/a1', 'not_a_record', 'study.onlyMoves'],
] as const)('%s is refused in words', (text, kind, key) => expect(whatIsWrong(text, { kind, message: 'no' })).toBe(t(key)));

test('a refusal of the rules becomes a sentence', () => {
  const wrong = (message: string) => whatIsWrong('{"floe": 1}', { kind: 'invalid_record', message });
  expect(wrong('event 1: a1-a9: there is no amazon on a1')).toBe('Event 1: a1-a9: there is no amazon on a1.');
  expect(wrong('this record cannot be read: missing field `rules`')).toBe('This record cannot be read: missing field `rules`.');
});
