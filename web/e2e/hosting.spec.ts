// Hosting a tournament from the page, and the leaderboards.
import { expect, test } from './server';

test('a tournament is hosted', async ({ page }) => {
  await page.goto('/tournaments/new');
  const open = page.getByRole('button', { name: 'Open for entry' });
  await open.click();
  await expect(page.getByRole('alert')).toContainText('Hosting needs an account');
  await page.evaluate(async () => {
    const body = JSON.stringify({ name: `host-${Date.now() % 1e6}`, password: 'a long enough one' });
    await fetch('/api/account', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  });
  await page.goto('/tournaments/new?game=fish');
  await open.click();
  await expect(page.getByRole('alert'), 'the server’s own words').toContainText('name has 1 to 60 visible characters');
  await page.getByLabel('Name', { exact: true }).fill('Friday night');
  await page.getByRole('radio', { name: 'Swiss' }).check({ force: true });
  await page.getByLabel('Rounds').fill('3');
  await open.click();
  await expect(page).toHaveURL(/\/tournaments\/[a-z0-9]{16}$/);
  await expect(page.getByText('Fish · Swiss · 5 min + 5 s · casual')).toBeVisible();
  // The host takes part, or two engines would be done before it is cancelled.
  for (const [n, name] of ['Enter Floe', 'Enter'].entries()) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByText(`${n + 1} of 64 entered`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Start now' }).click();
  // The host plays: they are taken to their board.
  await expect(page).toHaveURL(/\/t\//, { timeout: 15_000 });
  await page.goBack();
  await expect(page.getByText(/in progress · 2 of 64/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel tournament' }).click();
  await expect(page.getByText(/cancelled · 2 of 64/)).toBeVisible();
});

test('leaders by game', async ({ page }) => {
  // Ratings that are certain enough take days of play; this answer has the server's shape.
  const best = [
    { name: 'ada', bot: false, rating: { game: 'fish', rating: 1712.4, deviation: 41, games: 63 } },
    { name: 'toaster', bot: true, rating: { game: 'fish', rating: 1650, deviation: 60, games: 20 } },
  ];
  await page.route('**/api/leaderboards/fish', (route) => route.fulfill({ json: best }));
  await page.goto('/lobby');
  await page.getByRole('link', { name: 'Leaders' }).click();
  const rows = page.locator('section.card', { hasText: 'Fish' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/1\s*ada\s*63\s*1712 ± 82/);
  await expect(rows.nth(2)).toContainText('bot');
  await expect(page.getByText('No one yet. Play rated games to appear here.')).toHaveCount(8);
});
