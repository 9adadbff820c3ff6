// The first game: the lesson at hand, cards the first time something comes up, how to play at every table.
import { chance, press } from './player';
import { expect, test } from './server';

test('a newcomer sees the lesson first, then a card for each new thing, once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByText('New here?')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Three-minute lesson' })).toHaveAttribute('href', '/learn/penguins');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  const card = page.locator('.coach');
  await expect(card.getByRole('heading', { name: 'Place your pieces' })).toBeVisible({ timeout: 15_000 });
  await expect(card).toContainText('one fish');
  // A move counts as having read it.
  const random = chance(1);
  await press(page, random);
  await expect(card).toHaveCount(0);
  while (!(await card.isVisible())) if (!(await press(page, random))) await page.waitForTimeout(60);
  await expect(card.getByRole('heading', { name: 'Move in a straight line' })).toBeVisible();
  await card.getByRole('button', { name: 'Got it' }).click();
  await expect(card).toHaveCount(0);

  // How to play is one tap away and closes with Esc; the board stays.
  await page.getByRole('banner').getByRole('button', { name: 'How to play' }).click();
  const how = page.getByRole('region', { name: 'How to play Penguins' });
  await expect(how.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(how).toHaveCount(0);

  // The next time everything is known: the home page begins with the games, and no card comes up.
  await page.goto('/');
  await expect(page.getByText('New here?')).toHaveCount(0);
  await page.goto('/new/penguins');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Your move').first()).toBeVisible({ timeout: 15_000 });
  await expect(card).toHaveCount(0);
});

test('the cards can be turned off for good, and on again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.locator('.coach').getByRole('button', { name: 'Don’t show again' }).click({ timeout: 15_000 });
  await page.goto('/new/amazons');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Your move').first()).toBeVisible();
  await expect(page.locator('.coach')).toHaveCount(0);
  const table = page.url();
  await page.goto('/settings');
  await page.getByRole('switch', { name: /Explanations/ }).click();
  await page.goto(table);
  await expect(page.locator('.coach').getByRole('heading')).toHaveText('Move in a straight line');
});

test('on a phone the words of Montauk’s lesson cover neither the hand nor the boxes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/learn/montauk');
  await expect(page.getByText(/six pyramids home/)).toBeVisible();
  for (const selector of ['.rowh.b .hand', '.track.near']) {
    const thing = page.locator(selector);
    await thing.scrollIntoViewIfNeeded();
    const seen = await thing.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((a) => [0.2, 0.8].map((b) => document.elementFromPoint(x + width * a, y + height * b)));
      return points.filter((top) => top && (one.contains(top) || top.contains(one))).length;
    });
    expect(seen, selector).toBe(6);
    await expect(thing).toBeInViewport({ ratio: 0.98 });
  }
});
