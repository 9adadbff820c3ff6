// The five themes: text that can be read, and selections that can be seen.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './server';
import { chance, move } from './player';

const THEMES = ['ice-light', 'ice-dark', 'paper', 'chips', 'high-contrast'] as const;
const PAGES = ['/settings', '/new/penguins', '/watch', '/editor', '/puzzles'];

async function dress(page: Page, theme: string): Promise<void> {
  await page.addInitScript((theme) => {
    const settings = JSON.parse(localStorage.getItem('floe.settings') ?? '{}') as object;
    localStorage.setItem('floe.settings', JSON.stringify({ ...settings, theme }));
  }, theme);
}

/** What is selected but looks like its neighbours: no difference of at least `least` in ground, rim, line or text. */
function invisible(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    type Colour = [number, number, number, number];
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })!;
    const read = (text: string): Colour => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return [r!, g!, b!, a! / 255];
    };
    const over = (top: Colour, below: Colour): Colour => [0, 1, 2].map((i) => top[i]! * top[3] + below[i]! * (1 - top[3])).concat(1) as Colour;
    const light = ([r, g, b]: Colour) => {
      const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (one: Colour, other: Colour) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
    const ground = (element: Element | null): Colour => {
      if (!element) return [255, 255, 255, 1];
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, ground(element.parentElement));
    };
    const rims = (element: Element): Colour[] => {
      const style = getComputedStyle(element);
      const shadows = style.boxShadow === 'none' ? [] : style.boxShadow.match(/(?:rgba?|color|oklch)\([^)]*\)/g) ?? [];
      const borders = (['Top', 'Right', 'Bottom', 'Left'] as const).filter((side) => parseFloat(style[`border${side}Width`]) > 0).map((side) => style[`border${side}Color`]);
      return [...shadows, ...borders].map((one) => over(read(one), ground(element.parentElement)));
    };
    /** The greatest difference between two elements, their parts included. */
    const differ = (one: Element, other: Element): number => {
      const grounds = contrast(ground(one), ground(other));
      const edge = Math.max(1, ...rims(one).filter((rim) => !rims(other).some((r) => r.join() === rim.join())).map((rim) => contrast(rim, ground(other.parentElement))));
      const words = contrast(read(getComputedStyle(one).color), read(getComputedStyle(other).color));
      const parts = [...one.children].map((child, at) => (other.children[at]?.tagName === child.tagName ? differ(child, other.children[at]!) : 1));
      return Math.max(grounds, edge, words, ...parts);
    };
    const selected = 'label:has(input:checked), [aria-pressed="true"], [role="tab"][aria-selected="true"], [aria-current="page"], [aria-current="step"], li[aria-current="true"]';
    const shown = (element: Element) => element.getClientRects().length > 0;
    const isOn = (element: Element) => element.matches(selected);
    return [...document.querySelectorAll(selected)].filter(shown).flatMap((one) => {
      const scope = one.closest('nav, fieldset, [role=tablist], [role=radiogroup], ul, ol, table, .kinds') ?? one.parentElement!;
      const like = [...scope.querySelectorAll(one.tagName)].filter((other) => other.className.toString().split(' ')[0] === one.className.toString().split(' ')[0] || other.parentElement === one.parentElement)
        .filter((other) => shown(other) && !isOn(other));
      if (!like.length) return [];
      const best = Math.max(...like.map((other) => differ(one, other)));
      return best >= least ? [] : [`${one.outerHTML.slice(0, 120)}: ${best.toFixed(2)}`];
    });
  }, least);
}

for (const theme of THEMES) {
  test(`what is selected can be seen, and text can be read, in ${theme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await dress(page, theme);
    // In high contrast three to one, as for any control; elsewhere at least a difference.
    const least = theme === 'high-contrast' ? 3 : 1.05;
    const check = async (what: string) => {
      await expect(page.locator('main')).not.toContainText('One moment…');
      await page.waitForTimeout(250);
      expect(await invisible(page, least), `${what}: selected, but not to be seen`).toEqual([]);
      const axe = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
      expect(axe.violations.flatMap(({ nodes }) => nodes.map(({ html }) => `${what}: ${html.slice(0, 160)}`))).toEqual([]);
    };
    for (const path of PAGES) {
      await page.goto(path);
      await check(path);
    }
    await page.goto('/new/penguins');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    const random = chance(3);
    for (let n = 0; n < 2; n++) await move(page, random);
    await check('a table');
  });
}
