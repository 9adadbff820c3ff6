// Every tutorial from its first step to its last.
import { GAMES } from '../src/games';
import { expect, test } from './server';

for (const game of GAMES) {
  test(`the tutorial of ${game}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/learn/${game}`);
    const step = page.getByText(/Step \d of \d/).first();
    await expect(step).toBeVisible();
    const all = Number(/of (\d)/.exec((await step.textContent()) ?? '')![1]);
    expect(all).toBeGreaterThanOrEqual(5);
    expect(all).toBeLessThanOrEqual(8);
    for (let n = 1; n <= all; n++) {
      await expect(page.getByText(`Step ${n} of ${all}`).first()).toBeVisible();
      await page.getByRole('button', { name: 'Show me' }).click();
      await expect(page.getByText('Well done').first()).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await expect(page.getByRole('button', { name: 'Play level 1' })).toBeVisible();
  });
}

test('a learner makes the moves, wrong ones too', async ({ page }) => {
  await page.goto('/learn/penguins');
  const cell = (name: string) => page.locator(`[role=gridcell][data-cell="${name}"]`);
  await cell('c3').click();
  await expect(page.getByText('Well done').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await cell('d1').click();
  await cell('d2').click();
  await expect(page.getByText('Not quite').first()).toBeVisible();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await cell('d1').click();
  await cell('d4').click();
  await expect(page.getByText('Well done').first()).toBeVisible();
});
