import { expect, test } from 'vitest';
import fixtures from './fixtures/positions.json';
import { choicesOf, nextOf, NOTHING, type Picked } from '../game/moves';
import { readPosition } from '../game/position';
import type { GameId, Rules, SeatInfo } from '../game/types';
import type { CellRefusal, SlideInsight, SlideState } from '../rules/api';
import { blockedText } from './blocked';
import { cellText, claimOf, describeChoice, describeNews, playerName, termsFor } from './describe';

type Name = keyof typeof fixtures;

function at(name: Name, picked: Picked = NOTHING) {
  const { game, legal, actor } = fixtures[name];
  const rules = fixtures[name].rules as unknown as Rules;
  const insight = fixtures[name].insight as SlideInsight;
  const position = readPosition(rules, fixtures[name].state as SlideState, insight);
  const terms = termsFor(game as never, game === 'paper-penguins' ? 'paper' : 'ice', position);
  const occupants: SeatInfo[] = ['Ada', 'Marten', 'Ilse', 'Bo'].map((person) => ({ kind: 'local', name: person }));
  const view = { game: game as GameId, rules, localSeats: [actor as number], occupants };
  const choices = choicesOf(legal);
  const next = nextOf(choices, picked);
  const no = (cell: string, refusal: CellRefusal) =>
    blockedText(cell, refusal, { view, terms, from: picked.to ?? picked.from, fish: position.byName.get(cell)!.fish });
  const label = (cell: string) => cellText({
    view, insight, position, terms, next, picked, laying: null, moves: (from) => choices.slides.get(from)?.size ?? 0,
  }, position.byName.get(cell)!);
  return { position, terms, view, insight, next, no, label, choices, rules, picked };
}

test('a refusal names the reason and the cell in the way', () => {
  const { no } = at('amazons-start', { ...NOTHING, from: 'd1' });
  expect(no('h1', { reason: 'behind_piece', by: 'g1', seat: null })).toEqual({ text: 'h1 is blocked by the amazon on g1', cell: 'g1' });
  expect(no('e3', { reason: 'not_in_line', by: 'e3', seat: null }).text).toBe('e3 is not in a straight line from d1');
  expect(no('d10', { reason: 'taken', by: 'd10', seat: null }).text).toBe('There is an amazon on d10');
});

test('arrows, water and crossed-out cells are called what they are', () => {
  const { position, no } = at('amazons-mid', { ...NOTHING, from: fixtures['amazons-mid'].legal[0]!.split('-')[0]! });
  const gone = position.cells.find((cell) => cell.kind === 'gone')!;
  expect(no(gone.name, { reason: 'gone', by: gone.name, seat: null }).text).toBe(`${gone.name} is blocked by an arrow`);
  const water = at('penguins-mid');
  expect(water.label('a1')).toBe('a1, water');
  const paper = at('paper-mid');
  expect(paper.label('b8')).toBe('b8, crossed out');
});

test('choosing a piece that is not one’s own is answered with whose it is', () => {
  const { position, no } = at('penguins-four');
  const other = position.cells.find((cell) => cell.seat !== null && cell.seat !== 1)!;
  const owner = ['Ada', 'Marten', 'Ilse', 'Bo'][other.seat!];
  expect(no(other.name, { reason: 'theirs', by: other.name, seat: other.seat }).text).toBe(`The penguin on ${other.name} is ${owner}’s`);
  const free = position.cells.find((cell) => cell.kind === 'open' && cell.seat === null)!;
  expect(no(free.name, { reason: 'empty', by: free.name, seat: null }).text).toBe(`No penguin of yours stands on ${free.name}`);
});

test('cells are described with fish, owner and moves', () => {
  const { label } = at('penguins-mid');
  expect(label('f5')).toBe('f5, 1 fish, your penguin, can move to 2 tiles');
  expect(label('g5')).toMatch(/^g5, \d fish, your penguin, can move to 1 tile$/);
  const target = at('penguins-mid', { ...NOTHING, from: 'f5' });
  expect(target.label('f6')).toBe('f6, 3 fish, target: claims 1');
});

test('a move is described with what it claims by these rules', () => {
  const { position, insight, terms, next, picked } = at('penguins-mid', { ...NOTHING, from: 'f5' });
  expect(claimOf(insight.claims, position, 'f5', 'f6', null)).toEqual({ at: 'f5', fish: 1 });
  expect(describeChoice(insight, position, terms, next, picked, null, position.byName.get('f6')!, 0)).toBe('f5 → f6: you claim 1 fish and land on 3');
  const paper = at('paper-mid', { ...NOTHING, from: 'd5' });
  expect(claimOf(paper.insight.claims, paper.position, 'd5', 'a2', null)).toEqual({ at: 'a2', fish: 1 });
  expect(describeChoice(paper.insight, paper.position, paper.terms, paper.next, paper.picked, null, paper.position.byName.get('a2')!, 0)).toBe('d5 → a2: score 1, cross out d5');
});

test('seats have names, and oneself is you', () => {
  const occupants: SeatInfo[] = [{ kind: 'local', name: 'Ada' }, { kind: 'engine', level: '4' }, { kind: 'open' }];
  expect([0, 1, 2].map((seat) => playerName({ game: 'penguins', occupants, localSeats: [0] }, seat))).toEqual(['You', 'Floe', 'Open seat']);
  expect(playerName({ game: 'penguins', occupants, localSeats: [0, 1] }, 0)).toBe('Ada');
});

test('everything that has happened is said, and a claim is that of its own move', () => {
  const { rules, insight, position, terms, view: seen } = at('penguins-mid');
  const view = { ...seen, rules, insight: { family: 'slide', ...insight }, localSeats: [0], actor: 0, result: null, scored: true, scores: [14, 3], seats: 2, plays: [true, true], events: [] } as never;
  const open = position.cells.filter((cell) => cell.kind === 'open' && cell.fish > 0);
  const [from, to] = [open[0]!, open[1]!];
  const news = (events: object[]) => describeNews(view, terms, { events: [{}] as never, position }, { events: [{}, ...events] as never, position }, 'left');
  // The score has jumped by more than this move claims: other moves came in between.
  expect(news([{ by: 1, move: `${from.name}-${to.name}` }])).toContain(`Marten: ${from.name} to ${to.name}, claims ${from.fish}.`);
  expect(news([{ by: 1, action: 'resign' }])).toMatch(/^Marten resigns\./);
  expect(news([{ by: 1, action: 'forfeit' }, { by: 1, action: 'eliminate' }])).toMatch(/^Marten has run out of time\. Marten is out\./);
});
