// Every page separately: no errors, no accessibility violations, no sideways scrolling on a phone.
import AxeBuilder from '@axe-core/playwright';
import { expect, full, test } from './server';

const PAGES = [
  '/', '/new/penguins', '/new/pauper', '/new/montauk', '/editor', '/lobby', '/watch', '/learn', '/learn/amazons',
  '/learn/montauk/rules', '/puzzles', '/study', '/study/new/amazons', '/me', '/settings', '/u/nobody-here', '/leaders', '/tournaments/new', '/nowhere',
];

for (const path of PAGES) {
  for (const scheme of full ? (['light', 'dark'] as const) : ([PAGES.indexOf(path) % 2 ? 'dark' : 'light'] as const)) {
    test(`${path} in ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.locator('main')).not.toContainText('One moment…');
      await page.waitForTimeout(500);
      const axe = await new AxeBuilder({ page }).analyze();
      expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, 'pixels beyond the right edge of a phone').toBeLessThanOrEqual(0);
    });
  }
}

test('badly encoded addresses, and storage full of nonsense', async ({ page }) => {
  for (const path of ['/%25zz/%', '/puzzles/%zz', '/__proto__', '/constructor']) {
    await page.goto(path);
    await expect(page.locator('main')).toContainText(/\w/);
    await expect(page.locator('header').first(), path).toBeVisible();
  }
  for (const nonsense of ['5', 'null', '{"a":1}', '[1,null]']) {
    await page.evaluate((text) => {
      localStorage.setItem('floe.local', text);
      localStorage.setItem('floe.local.zz', text);
    }, nonsense);
    await page.goto('/');
    await expect(page.getByText('Nine games')).toBeVisible();
    await page.goto('/play/zz');
    await expect(page.locator('main')).not.toContainText('One moment…');
  }
});
