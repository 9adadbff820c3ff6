import { expect, test } from 'vitest';
import { t } from '../texts';
import { whatIsWrong } from './paste';

const UNREAD = "this is no record, trace, SGF or FEN of Amazons; a record begins with 'floe record 1' or '{'";

test.each([
  ['hello world', UNREAD, 'study.noGame'],
  ['{"floe": 1, "game": "ama', 'this is no record: EOF while parsing a string', 'study.brokenRecord'],
  ['{"a": 1}', 'this is no record: unknown field `a`', 'study.otherJson'],
  ['(;GM[1]FF[4];B[aa])', 'SGF: GM must be 18, the Game of the Amazons', 'study.otherSgf'],
  ['(((((((', UNREAD, 'study.noGame'],
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', UNREAD, 'study.badFen'],
  ['12131/2A312/1B1121/2132/11C121 move 0 4,5,3 2,3,2', UNREAD, 'study.otherPosition'],
  ['d1-d7/g7 g10-g6/a1', UNREAD, 'study.onlyMoves'],
] as const)('%s is refused in words', (text, words, key) => expect(whatIsWrong(text, words)).toBe(t(key)));

test('a refusal of the rules becomes a sentence', () => {
  expect(whatIsWrong('{"floe": 1}', 'event 1: a1-a9: there is no amazon on a1')).toBe('Event 1: a1-a9: there is no amazon on a1.');
  expect(whatIsWrong('{"floe": 1}', 'this is no record: missing field `rules`')).toBe(t('study.partRecord', { lacks: 'rules' }));
  expect(whatIsWrong('{"floe": "one"}', 'this is no record: invalid type: string')).toBe(t('study.strangeRecord', { why: 'invalid type: string' }));
});
