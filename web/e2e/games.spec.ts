// Every game against level 1, from the form for a new game to the result, pressed as a person presses it.
import AxeBuilder from '@axe-core/playwright';
import { GAMES } from '../src/games';
import { ending, playOut, SMALL } from './player';
import { expect, test } from './server';

for (const game of GAMES) {
  test(`${game} against level 1`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/new/${game}?rules=${encodeURIComponent(SMALL[game])}`);
    await page.getByRole('slider').fill('0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page).toHaveURL(/\/play\//);
    if (game === 'montauk') {
      // A board without its styles would still be playable, so its size is checked.
      const box = await page.locator('.track svg').first().boundingBox();
      expect(box!.width, 'a pyramid is as large as its box').toBeLessThan(200);
    }
    await playOut(page);
    await expect(ending(page)).toContainText(/You win|You lose|A draw/);
    expect(await page.evaluate(() => scrollY), 'the end leaves the board where it is').toBe(0);
    const axe = await new AxeBuilder({ page }).analyze();
    expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
