import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { count, first } from '.';
import { later } from './later';

/** The sources that a first visit loads: what these import, and what that imports, but nothing that is imported later. */
const ENTRIES = ['src/main.ts', 'src/pages/Home.svelte'];

const resolved = (from: string, name: string) => {
  const path = join(dirname(from), name);
  return [path, `${path}.ts`, `${path}/index.ts`].find((file) => /\.(ts|svelte)$/.test(file) && existsSync(file));
};

function loaded(): Map<string, string> {
  const found = new Map<string, string>();
  const open = [...ENTRIES];
  for (let path = open.pop(); path; path = open.pop()) {
    if (found.has(path)) continue;
    const text = readFileSync(path, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    found.set(path, text);
    for (const [, name] of text.matchAll(/^\s*(?:import|export) (?!type\b)(?:[^'"]*? from )?'(\.[^']+)'/gm)) {
      const next = resolved(path, name!);
      if (next) open.push(next);
    }
  }
  return found;
}

test('the texts of a first visit are there from the beginning', () => {
  const sources = loaded();
  expect(sources.size).toBeGreaterThan(25);
  expect([...sources.keys()]).not.toContain('src/texts/later.ts');
  const used = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\b(?:t|count)\((?:[^'`()]*[?,:] ?)?['`](\w+)\.([^'`]*)['`]/g)].map(([, section, key]) => ({ path, section: section!, key: key! })));
  expect(used.length).toBeGreaterThan(40);
  const missing = used.filter(({ section, key }) => {
    const texts = (first as Record<string, Record<string, string>>)[section];
    // A key with a part that is filled in has all its texts in one section.
    return !texts || (!key.includes('${') && !(key in texts) && !(`${key}.other` in texts));
  });
  expect(missing).toEqual([]);
});

test('no text is there twice', () => {
  const twice = Object.entries(first).flatMap(([section, texts]) =>
    Object.keys(texts).filter((key) => key in ((later as Record<string, object>)[section] ?? {})).map((key) => `${section}.${key}`));
  expect(twice).toEqual([]);
});

test('numbers take the plural form of the language', () => {
  expect([0, 1, 2, -1].map((n) => count(n, 'play.squaresInReach')))
    .toEqual(['0 squares in reach', '1 square in reach', '2 squares in reach', '-1 square in reach']);
  expect([1, 2].map((n) => count(n, 'study.positionStart'))).toEqual(['start, 1 move in all', 'start, 2 moves in all']);
});

test('every text with a number has all plural forms of the language', () => {
  const forms = new Intl.PluralRules('en').resolvedOptions().pluralCategories;
  const keys = new Set([first, later].flatMap((part) =>
    Object.entries(part).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`))));
  const counted = [...keys].filter((key) => key.endsWith('.other')).map((key) => key.slice(0, -'.other'.length));
  expect(counted.length).toBeGreaterThan(20);
  expect(counted.flatMap((key) => forms.map((form) => `${key}.${form}`)).filter((key) => !keys.has(key))).toEqual([]);
});
