// Every text of the web app, from one catalogue. docs/web-app.md says what a translation needs.
//
// The texts of the frame and of the home page are always there. The others come with the first other page, so that the first
// visit is short: whatever loads a page or a part of one later waits for `loadTexts`.
import * as common from './en/common';
import * as games from './en/games';
import * as home from './en/home';
import type { later } from './later';

/** What is there from the beginning. */
export const first = { common: common.texts, games: games.texts, home: home.texts };

type Catalogue = typeof first & typeof later;
type Section = keyof Catalogue;
export type Key = { [S in Section]: `${S}.${Extract<keyof Catalogue[S], string>}` }[Section];

const catalogue: Record<string, Record<string, string>> = { ...first };

let loading: Promise<void> | undefined;

/** Loads the texts that are not there from the beginning, once. */
export function loadTexts(): Promise<void> {
  loading ??= import('./later').then(
    ({ later }) => {
      for (const [section, texts] of Object.entries(later)) catalogue[section] = { ...catalogue[section], ...texts };
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

type Params = Record<string, string | number>;

/** The text of a key, with `{name}` filled in: `t('board.shoot', { at: 'a1' })`. */
export function t(key: Key, params: Params = {}): string {
  const dot = key.indexOf('.');
  const text = catalogue[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (name in params ? String(params[name]) : all));
}

/** The language of the catalogue, which decides its plural forms. */
const plurals = new Intl.PluralRules('en');

/** A key with a text for each plural form of the language: in English `.one` and `.other`. */
export type CountKey = Extract<Key, `${string}.other`> extends `${infer Base}.other` ? Base : never;

/** The text of a number in its plural form, with `{n}` filled in: `count(3, 'board.tiles')` is "3 tiles". */
export function count(n: number, key: CountKey, params: Params = {}): string {
  return t(`${key}.${plurals.select(n)}` as Key, { n, ...params });
}

/** The server and the rules report errors as clauses; this makes a sentence of one. */
export const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${/[.?!]$/.test(clause) ? '' : '.'}`;
