import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/style/tokens.css', 'utf8').replace(/\/\*.*?\*\//gs, '');
const THEMES = ['ice-light', 'ice-dark', 'paper', 'chips', 'high-contrast'] as const;

/** The tokens of a theme: those of every theme, then its own. */
function tokensOf(theme: string): (name: string) => string {
  const found = new Map<string, string>();
  for (const [, selector, body] of css.matchAll(/(?:^|\n)(:root[^{]*|\[data-theme[^{]*)\{(.*?)\n\}/gs)) {
    if (!selector!.includes(':root') && !selector!.includes(`"${theme}"`)) continue;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)) found.set(name!, value!.trim());
  }
  const read = (name: string): string => {
    const value = found.get(name);
    if (value === undefined) throw new Error(`${theme} has no ${name}`);
    return value.replace(/var\((--[\w-]+)\)/g, (_, other: string) => read(other));
  };
  return read;
}

function luminance(hex: string): number {
  const parts = /^#(..)(..)(..)$/.exec(hex)!.slice(1).map((part) => Number.parseInt(part, 16) / 255);
  const [r, g, b] = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (a + 0.05) / (b + 0.05);
}

/** Text and what it stands on. */
const TEXTS: [string, string][] = [
  ...['--bg', '--surface', '--surface-2'].flatMap((on): [string, string][] => ['--ink', '--ink-2', '--ink-3', '--accent'].map((text) => [text, on])),
  ['--on-accent', '--accent'], ['--on-accent', '--accent-hover'], ['--on-chosen', '--chosen'], ['--on-current', '--current'],
  ['--good', '--surface'], ['--warn', '--surface'], ['--bad', '--surface'], ['--hint', '--tile-1'], ['--hint', '--tile-2'], ['--hint', '--tile-3'],
];

for (const theme of THEMES) {
  const read = tokensOf(theme);
  test(`text can be read in ${theme}`, () => {
    const weak = TEXTS.map(([text, on]) => ({ text, on, has: contrast(read(text), read(on)) })).filter(({ has }) => has < (theme === 'high-contrast' ? 7 : 4.5));
    expect(weak.map(({ text, on, has }) => `${text} on ${on}: ${has.toFixed(2)}`)).toEqual([]);
  });

  test(`shadows of ${theme} can stand in a list`, () => {
    // `none` in a list of shadows makes all of them invalid.
    for (const name of ['--shadow-1', '--shadow-2', '--shadow-3']) expect(read(name), name).not.toBe('none');
  });
}

test('in high contrast what is selected differs from the rest by more than a shade', () => {
  const read = tokensOf('high-contrast');
  for (const [selected, rest] of [['--chosen', '--surface-2'], ['--chosen', '--bg'], ['--current', '--surface'], ['--picked-edge', '--card'], ['--mark-halo', '--tile-1']] as const) {
    expect(contrast(read(selected), read(rest)), `${selected} beside ${rest}`).toBeGreaterThanOrEqual(4.5);
  }
});
