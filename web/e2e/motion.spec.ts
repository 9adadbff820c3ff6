// Animations: fish fly to the score, tiles drop into their places; with less motion, neither.
import { chance, press, SMALL } from './player';
import { expect, test } from './server';

type Page = import('@playwright/test').Page;

async function begin(page: Page, rules: string) {
  await page.goto(`/new/penguins?rules=${encodeURIComponent(rules)}`);
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/play\//);
}

/** Counts matching elements added to the page from now on, however briefly they stay. */
async function count(page: Page, selector: string) {
  await page.evaluate((wanted) => {
    const seen = window as unknown as { seen: string[] };
    seen.seen = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const found = node instanceof Element ? (node.matches(wanted) ? node : node.querySelector(wanted)) : null;
        if (found) seen.seen.push(getComputedStyle(found).pointerEvents);
      }
    }).observe(document.body, { childList: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

async function pressUntil(page: Page, done: () => Promise<boolean>) {
  const random = chance(3);
  for (let tries = 0; tries < 120 && !(await done()); tries++) {
    if (!(await press(page, random))) await page.waitForTimeout(60);
  }
}

const claimed = async (page: Page) => Number(await page.locator('.score [data-score="0"]').textContent()) > 0;

test('claimed fish fly to the score, and nothing waits for them', async ({ page }) => {
  await begin(page, SMALL.penguins);
  const seen = await count(page, '.gain');
  await pressUntil(page, async () => (await seen()).length > 0);
  expect((await seen())[0]).toBe('none');
  expect(await claimed(page)).toBe(true);
  await expect(page.locator('.gain')).toHaveCount(0, { timeout: 5000 });
});

test('with less motion no fish fly', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin(page, SMALL.penguins);
  const seen = await count(page, '.gain');
  await pressUntil(page, () => claimed(page));
  expect(await claimed(page)).toBe(true);
  await page.waitForTimeout(300);
  expect(await seen()).toEqual([]);
});

test('a tile that is laid drops into its place', async ({ page }) => {
  await begin(page, `${SMALL.penguins},lay=alternate`);
  const seen = await count(page, '[data-drop]');
  await pressUntil(page, async () => (await seen()).length > 1);
  expect((await seen()).length).toBeGreaterThan(1);
});
