// The lobby: pairing, and Floe in a seat.
import { chance, move, SMALL } from './player';
import { expect, person, test } from './server';

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
