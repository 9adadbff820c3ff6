/// Every text of the web app, from one catalogue. A translation is another folder next to `en` with the same keys.
import * as board from './en/board';
import * as cards from './en/cards';
import * as common from './en/common';
import * as games from './en/games';
import * as home from './en/home';
import * as learn from './en/learn';
import * as people from './en/people';
import * as play from './en/play';
import * as puzzles from './en/puzzles';
import * as study from './en/study';

const catalogue = {
  board: board.texts, cards: cards.texts, common: common.texts, games: games.texts, home: home.texts,
  learn: learn.texts, people: people.texts, play: play.texts, puzzles: puzzles.texts, study: study.texts,
};

type Catalogue = typeof catalogue;
type Section = keyof Catalogue;
export type Key = { [S in Section]: `${S}.${Extract<keyof Catalogue[S], string>}` }[Section];

/// The text of a key, with `{name}` filled in: `t('board.shoot', { at: 'a1' })`.
export function t(key: Key, words: Record<string, string | number> = {}): string {
  const dot = key.indexOf('.');
  const section = catalogue[key.slice(0, dot) as Section] as Record<string, string>;
  const text = section[key.slice(dot + 1)] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (name in words ? String(words[name]) : all));
}

/// One of two texts, by number: `count(3, 'board.fish.one', 'board.fish.many')`, with `{n}` filled in.
export function count(n: number, one: Key, many: Key, words: Record<string, string | number> = {}): string {
  return t(n === 1 ? one : many, { n, ...words });
}

/// The server and the rules report errors as clauses; this makes a sentence of one.
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? '' : '.'}`;
