import { expect, test } from 'vitest';
import { readGradient, shadows } from './styles';

test('shadows as browsers write them', () => {
  expect(shadows('none')).toEqual([]);
  expect(shadows('rgb(185, 203, 212) 0px 3px 0px 0px, rgba(255, 255, 255, 0.6) 0px 0px 0px 2px inset')).toEqual([
    { x: 0, y: 3, blur: 0, spread: 0, colour: 'rgb(185, 203, 212)', inset: false },
    { x: 0, y: 0, blur: 0, spread: 2, colour: 'rgba(255, 255, 255, 0.6)', inset: true },
  ]);
});

test('gradients, the uppermost of several', () => {
  expect(readGradient('linear-gradient(160deg, rgb(53, 86, 107), rgb(39, 67, 85))')).toEqual({
    degrees: 160, stops: [{ colour: 'rgb(53, 86, 107)', at: 0 }, { colour: 'rgb(39, 67, 85)', at: 1 }],
  });
  expect(readGradient('linear-gradient(rgb(1, 2, 3), rgba(4, 5, 6, 0) 30%, rgb(7, 8, 9)), none')?.stops.map(({ at }) => at)).toEqual([0, 0.3, 1]);
  expect(readGradient('none')).toBeNull();
  expect(readGradient('radial-gradient(rgb(1, 2, 3), rgb(4, 5, 6))')).toBeNull();
});
