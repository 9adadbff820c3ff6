import { expect, test } from 'vitest';
import { isNamed, named, namesOf, short } from './seats';

test('seats are called by name, by level or by colour, and twins by both', () => {
  expect(namesOf('penguins', [{ kind: 'local', name: 'Ada' }, { kind: 'engine', level: '3' }], 3)).toEqual(['Ada', 'Floe 3', 'Amber']);
  expect(namesOf('amazons', [{ kind: 'engine', level: '1' }, { kind: 'engine', level: '1' }], 2)).toEqual(['Floe 1 (White)', 'Floe 1 (Black)']);
  expect(named('fish', ['Ada', ''], 2)).toEqual([{ kind: 'local', name: 'Ada' }, { kind: 'local', name: 'White' }]);
  expect(isNamed('amazons', ['White', 'Black'])).toBe(false);
  expect(isNamed('amazons', ['White', 'Ada'])).toBe(true);
});

test('a name that no line could hold is cut', () => {
  expect(short('Ada')).toBe('Ada');
  expect([...short('🐧'.repeat(3000))]).toEqual([...'🐧'.repeat(31), '…']);
});
