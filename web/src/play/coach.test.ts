import { expect, test } from 'vitest';
import type { View } from '../game/types';
import type { SlideInsight } from '../rules/api';
import { cardFor, momentOf, type Moment } from './coach';

const slide = (more: Partial<SlideInsight> = {}) => ({ family: 'slide', claims: 'left', removes: 'left', shoots: false, has_fish: true, places_on_ones: true, counted_under: true, ...more });
const view = (more: object): View => ({ localSeats: [0], actor: 0, phase: 'move', events: [], result: null, insight: slide(), ...more }) as unknown as View;
const none = new Set<Moment>();

test('each thing is explained when it comes up, and only for whoever plays here', () => {
  expect(momentOf(view({ phase: 'place' }))).toBe('place');
  expect(momentOf(view({}))).toBe('move');
  expect(momentOf(view({ events: [{ by: 1, move: 'a1-a3' }] }))).toBe('move');
  expect(momentOf(view({ events: [{ by: 0, move: 'a1' }, { by: 0, move: 'a1-a3' }] }))).toBe('claim');
  expect(momentOf(view({ actor: 1 }))).toBeNull();
  expect(momentOf(view({ localSeats: [] }))).toBeNull();
  expect(momentOf(view({ localSeats: [0, 1] }))).toBeNull();
  expect(momentOf(view({ actor: null, result: { winners: [0], scores: [3, 2] } }))).toBe('end');
  expect(momentOf(view({ actor: null, result: { winners: [0], scores: [3, 2], end: { kind: 'resigned', seat: 1 } } }))).toBeNull();
});

test('a trick, a spend, a slot and a round', () => {
  const insight = { family: 'montauk', rounds: [], vaults: [[], []] };
  expect(momentOf(view({ insight, phase: 'lead' }))).toBe('trick');
  expect(cardFor(view({ insight, phase: 'follow' }), none, '')?.title).toBe('Follow with any card');
  expect(momentOf(view({ insight, phase: 'spend' }))).toBe('spend');
  expect(momentOf(view({ insight: { ...insight, vaults: [[{}], []] }, phase: 'lead' }))).toBe('slot');
  expect(momentOf(view({ insight: { ...insight, rounds: [{}] }, phase: 'lead' }))).toBe('round');
});

test('what a card says follows the rules of the table', () => {
  const events = [{ by: 0, move: 'a1-a3' }];
  const said = (more: Partial<SlideInsight>) => cardFor(view({ events, insight: slide(more) }), none, '')?.title;
  expect(said({})).toBe('You keep what you leave');
  expect(said({ claims: 'reached' })).toBe('You score where you arrive');
  expect(said({ claims: 'shot', shoots: true })).toBe('You keep what you hit');
  expect(said({ claims: null, shoots: true, has_fish: false })).toBe('Arrows stay');
  expect(cardFor(view({ phase: 'place', insight: slide({ places_on_ones: false }) }), none, '')?.text).not.toContain('one fish');
});

test('what was seen is not shown again', () => {
  expect(cardFor(view({}), new Set<Moment>(['move']), 'a penguin')).toBeNull();
  expect(cardFor(view({}), new Set<Moment>(['place']), 'a penguin')).toMatchObject({ moment: 'move', n: 2, of: 4 });
});
