import { expect, test } from 'vitest';
import { pack, unpack, type Shared } from './shareLink';

const shared: Shared = {
  log: {
    game: 'amazons', rules: { rows: 10, cols: 10 }, start: '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1',
    events: [{ by: 0, move: 'd1-d7/g7' }, { by: 1, move: 'd10-d8/f8' }], seed: 7,
  },
  names: ['Ada', 'Zoë ❄'],
  variations: [{ from: 1, place: 1, events: [{ by: 1, move: 'a7-b6/b1' }] }],
  at: 3,
};

test('a study survives its address', async () => {
  const text = await pack(shared);
  expect(text).toMatch(/^[\w-]+$/);
  expect(await unpack(text)).toEqual(shared);
});

test('a damaged address is nothing, not an error', async () => {
  const text = await pack(shared);
  expect(await unpack(text.slice(0, -9))).toBeNull();
  expect(await unpack('%%%')).toBeNull();
  expect(await unpack('')).toBeNull();
  expect(await unpack(await pack({ log: { ...shared.log, game: 'chess' as never } }))).toBeNull();
});

test('an address that would fill the memory is refused', async () => {
  const bomb = { ...shared, names: ['a'.repeat(3_000_000)] };
  expect(await unpack(await pack(bomb))).toBeNull();
});
