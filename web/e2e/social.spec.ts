// The lobby, following, and tournaments between people.
import { chance, move, SMALL } from './player';
import { expect, person, Server, test } from './server';

test('quick pairing: the second who asks plays the first at once', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  await ada.goto('/lobby');
  const cell = (page: typeof ada) => page.getByRole('button', { name: /^Amazonian Buffet, Steady: / });
  await cell(ada).click();
  await expect(cell(ada)).toContainText('Looking');
  // The same press again stops it; a second cell may wait, too.
  await cell(ada).click();
  await expect(cell(ada)).not.toContainText('Looking');
  await cell(ada).click();
  await ada.getByRole('button', { name: /^Montauk, Daily: / }).click();
  await expect(ada.getByRole('button', { name: /^Montauk, Daily: / })).toContainText('Waiting');
  await ben.goto('/lobby');
  await expect(cell(ben)).toContainText('1 waiting');
  await cell(ben).click();
  await expect(ben).toHaveURL(/\/t\//);
  await expect(ada, 'the first is taken there').toHaveURL(ben.url());
  // The other wait is over.
  await ben.goto('/lobby');
  await expect(ben.getByRole('button', { name: /^Montauk, Daily: wait/ })).toBeVisible();
});

test('where nobody comes, Floe takes the seat', async ({ page }) => {
  await page.clock.install();
  await page.goto('/lobby');
  await expect(page.getByRole('heading', { name: 'Find a game' })).toBeVisible();
  const cell = page.getByRole('button', { name: /^Fish, Quick: / });
  await cell.click();
  await expect(cell).toContainText('then Floe');
  await page.clock.fastForward(21_000);
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.getByText('Floe').first()).toBeVisible();
});

test('a host fills a seat with Floe', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/new/penguins?with=friend&rules=${encodeURIComponent(SMALL.penguins)}`);
  await page.getByRole('button', { name: /Open table and get the link/ }).click();
  await page.getByRole('button', { name: 'Fill this seat with Floe' }).click();
  await expect(page.getByText('Waiting for players')).toBeHidden();
  await move(page, chance(2));
});

test('following somebody shows their game on the home page', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  await ben.goto('/lobby');
  await ben.getByRole('button', { name: /^Fish, Long: / }).click();
  await expect(ben.getByRole('button', { name: /^Fish, Long: / })).toContainText('Looking');
  const name = await ben.evaluate(async () => ((await (await fetch('/api/me')).json()) as { name: string }).name);
  await ada.goto('/lobby');
  await ada.goto(`/u/${name}`);
  await ada.getByRole('button', { name: 'Follow' }).click();
  await expect(ada.getByRole('button', { name: 'Following' })).toBeVisible();
  await ada.evaluate(() => localStorage.setItem('floe.returning', '1'));
  await ada.goto('/');
  await expect(ada.getByText('looking for a game of Fish')).toBeVisible();
  await ada.getByRole('button', { name: 'Join' }).click();
  await expect(ada).toHaveURL(/\/t\//);
  await expect(ben).toHaveURL(ada.url());
});

test('engines play where nobody does', async ({ browser }) => {
  const server = new Server(['exhibition_games=1']);
  await server.open();
  const page = await person(browser, server);
  await page.goto('/lobby');
  await page.goto('/watch');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('No live games, so Floe is playing itself.')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await page.locator('a.card.large').click();
  await expect(page).toHaveURL(/\/t\//);
  await server.close();
});

test('two people and Floe play an arena', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  await ada.goto('/lobby');
  const name = `arena-${Date.now() % 1e6}`;
  await ada.evaluate(async (name) => {
    const body = JSON.stringify({ name, password: 'a long enough one' });
    await fetch('/api/account', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, name);
  await ada.goto('/tournaments/new?game=amazons');
  await ada.getByLabel('Name', { exact: true }).fill('Hourly arena');
  await ada.getByRole('radio', { name: 'Arena' }).check({ force: true });
  await ada.getByLabel('Minutes').fill('30');
  await ada.getByRole('button', { name: 'Open for entry' }).click();
  await expect(ada.getByRole('heading', { name: 'Hourly arena' })).toBeVisible();
  await ada.getByRole('button', { name: 'Enter', exact: true }).click();
  await ben.goto(ada.url());
  await ben.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(ben.getByText('2 of 64 entered')).toBeVisible();
  await ada.getByRole('button', { name: 'Start now' }).click();
  // Both are on its page: they are taken to their board.
  await expect(ada).toHaveURL(/\/t\//, { timeout: 20_000 });
  await expect(ben).toHaveURL(ada.url());
  await ben.getByRole('button', { name: 'Resign' }).click();
  await ben.getByRole('button', { name: 'Yes, resign' }).click();
  const page = ada.locator('main');
  await ada.goto('/tournaments');
  await ada.getByRole('link', { name: /Hourly arena/ }).click();
  await expect(page.getByText('Standings')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(/2\s*$/);
  await expect(page.getByText('left of 30')).toBeVisible();
});
