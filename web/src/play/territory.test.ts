import { expect, test } from 'vitest';
import type { View } from '../game/types';
import type { Territory } from '../rules/api';
import { sharesOf, territoryOf, whyNoStop } from './territory';

const territory = (more: Partial<Territory>): Territory =>
  ({ totals: [{ claimed: 13, under: 11, first: 16 }, { claimed: 13, under: 7, first: 20 }], contested: 20, unreachable: 0, first: [], sealed: [], stop: null, ...more });
const view = (more: object): View => ({ phase: 'move', hides: false, result: null, insight: { family: 'slide', territory: territory({}) }, ...more }) as unknown as View;

test('claimed, underfoot and first to reach make one number', () => {
  expect(sharesOf(territory({}))).toEqual([40, 40]);
});

test('an offer to stop is possible, or there is a reason', () => {
  const insight = (stop: Territory['stop']) => ({ family: 'slide', territory: territory({ stop }) });
  expect(whyNoStop(view({}))).toBeNull();
  expect(whyNoStop(view({ insight: insight({ why: 'contested', cell: 'd4' }) }))).toContain('d4');
  expect(whyNoStop(view({ insight: insight({ why: 'rules' }) }))).toContain('rules');
  expect(whyNoStop(view({ phase: 'place', insight: { family: 'slide', territory: null } }))).toContain('placed');
  expect(whyNoStop(view({ hides: true }))).toContain('hidden');
});

test('after the end, and from a server that does not know it, there is none', () => {
  expect(territoryOf(view({ result: {} }))).toBeNull();
  expect(territoryOf(view({ insight: { family: 'slide' } }))).toBeNull();
});
