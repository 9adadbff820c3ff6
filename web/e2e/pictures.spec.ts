// The board of a study as a self-contained picture, for cards, too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, program, test } from './server';

for (const game of ['montauk', 'penguin-buffet'] as const) {
  test(`a picture of ${game}`, async ({ page }) => {
    const trace = execFileSync(program, ['trace', game, '--seed', '5'], { encoding: 'utf8' });
    await page.goto('/study');
    await page.getByLabel('A record, a position or an SGF').fill(trace);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('slider', { name: 'Position' }).fill('20');
    await page.getByRole('button', { name: 'Share' }).first().click();
    const taken = async (kind: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: kind }).click()]);
      return readFileSync((await file.path())!);
    };
    const svg = (await taken('SVG')).toString();
    expect(svg).not.toMatch(/var\(--|NaN|href=|url\((?!#|data:)/);
    // Every name that is referred to is in the picture, and so are cards and letters.
    for (const [, name] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(`id="${name}"`);
    expect(svg).toMatch(/font-face[^}]*Figtree/);
    const drawn = await page.evaluate((text) => {
      const part = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { wrong: part.querySelector('parsererror')?.textContent ?? '', rects: part.querySelectorAll('rect').length, texts: part.querySelectorAll('text').length };
    }, svg);
    expect(drawn.wrong).toBe('');
    expect(drawn.rects).toBeGreaterThan(20);
    expect(drawn.texts).toBeGreaterThan(15);
    const png = await taken('PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(50_000);
  });
}
