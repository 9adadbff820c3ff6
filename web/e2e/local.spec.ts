// One person: keys alone, a phone, no network, a custom board, a review.
import { chance, ending, move, moves, playOut, SMALL } from './player';
import { expect, test } from './server';

test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function begin(page: import('@playwright/test').Page, game: keyof typeof SMALL, rules = SMALL[game]) {
  await page.goto(`/new/${game}?rules=${encodeURIComponent(rules)}`);
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/play\//);
}

test('a newcomer is in a game within two clicks', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).or(page.getByRole('link', { name: 'Play the computer' })).click();
  await expect(page.getByText('Your move').first()).toBeVisible({ timeout: 15_000 });
  await move(page, chance(1));
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(2);
});

test('a board game by keys alone', async ({ page }) => {
  await page.goto(`/new/amazons?rules=${encodeURIComponent(SMALL.amazons)}`);
  await page.getByRole('radio', { name: 'Computer' }).press('Enter');
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.getByText('Your move').first()).toBeVisible();
  // The board has the focus from the start.
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1);
  // N: to one of your pieces; Enter takes it; T: to a target; Enter; T: to a shot; Enter.
  for (const key of ['n', 'Enter', 't', 'Enter', 't', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('?');
  await expect(page.getByText('Keyboard controls')).toBeVisible();
  // Typed to its end: the focus stays in the field while the other side moves, and goes to the result with the last move.
  const field = page.getByLabel('Move as text');
  await field.focus();
  const shown = () => field.evaluateAll(([one]) => (one as HTMLInputElement | undefined)?.placeholder);
  for (let last: string | undefined; !(await ending(page).isVisible());) {
    const now = await shown();
    const example = /such as (\S+)$/.exec(now ?? '')?.[1];
    if (example && now !== last) {
      await page.keyboard.type(example);
      await page.keyboard.press('Enter');
      last = now;
    } else await page.waitForTimeout(50);
  }
  await expect(ending(page).getByRole('heading')).toBeFocused();
  // Focus and screen readers follow to another page.
  await page.getByRole('link', { name: 'Learn' }).press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Learn · Floe' })).toBeAttached();
});

test('Montauk by keys alone', async ({ page }) => {
  // A card would take the place of the words.
  await page.addInitScript(() => localStorage.setItem('floe.settings', JSON.stringify({ coach: false })));
  await begin(page, 'montauk', 'rounds=12');
  const hand = page.locator('.hand button:enabled');
  await expect(hand.first()).toBeVisible({ timeout: 15_000 });
  const before = await moves(page);
  await expect(hand.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => moves(page), { timeout: 15_000 }).toBeGreaterThan(before);
  // A focused box shows what its spend would do, and stops when the focus moves on.
  const spend = page.locator('.track button');
  await expect(async () => {
    const pass = page.getByRole('button', { name: 'Skip the rest' });
    if (await hand.count()) await hand.first().press('Enter');
    else if (!(await spend.count()) && (await pass.count())) await pass.press('Enter');
    await expect(spend.first()).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000 });
  // Nothing moves under the pointer because of it, however narrow the screen is.
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.locator('main').focus();
    await page.mouse.move(0, 0);
    const still = await spend.first().boundingBox();
    await spend.first().hover();
    expect((await spend.first().boundingBox())?.height).toBe(still?.height);
    const says = page.locator('.say > p');
    const looked = (await says.boundingBox())?.height;
    await page.mouse.move(0, 0);
    expect((await says.boundingBox())?.height, `${width} pixels wide`).toBe(looked);
  }
  await spend.first().focus();
  await expect(page.locator('.track .from')).toHaveCount(1);
  await page.locator('main').focus();
  await expect(page.locator('.track .from')).toHaveCount(0);
});

test('undo, hint and a reload in mid-game', async ({ page }) => {
  await begin(page, 'penguins');
  const random = chance(5);
  await move(page, random);
  await expect.poll(() => moves(page)).toBeGreaterThanOrEqual(2);
  const there = await moves(page);
  await page.reload();
  await expect.poll(() => moves(page)).toBe(there);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => moves(page)).toBeLessThan(there);
});

for (const game of ['penguins', 'montauk'] as const) {
  test(`${game} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await begin(page, game);
    await move(page, chance(2));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await playOut(page, 2);
  });
}

test('practice without a network', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // The first visit fills the cache; the next one is served from it.
  await begin(page, 'paper-penguins');
  await page.waitForTimeout(500);
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByText('Nine games')).toBeVisible();
  await begin(page, 'paper-penguins');
  await playOut(page, 4);
  await context.setOffline(false);
});

test('house rules are changed one after the other, by keys', async ({ page }) => {
  await page.goto('/new/fish');
  await page.getByText('No house rules').first().click();
  const rows = page.getByRole('spinbutton', { name: /^Rows/ });
  await rows.press('ArrowUp');
  await expect(page.getByText('1 house rule').first()).toBeVisible();
  await expect(rows).toBeFocused();
  await rows.fill('300');
  await rows.press('Tab');
  await expect(page.getByText(/^Rows cannot be 300/)).toBeVisible();
  await expect(rows).toHaveValue('300');
  await rows.fill('4');
  await page.getByRole('spinbutton', { name: /^Columns/ }).press('ArrowUp');
  await expect(page.getByText('2 house rules').first()).toBeVisible();
});

test('a custom board', async ({ page }) => {
  await page.goto('/editor');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await page.getByRole('radio', { name: /Hole/ }).check({ force: true });
  const cells = grid.getByRole('gridcell');
  await cells.nth(12).click();
  await expect(cells.nth(12)).toHaveAttribute('aria-label', /hole/);
  await expect(page.getByText('This board can be played.')).toBeVisible();
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page).toHaveURL(/\/(play|new)\//);
});

test('a new game without a name is the last one', async ({ page }) => {
  await page.goto('/new?with=friend');
  await expect(page).toHaveURL(/\/new\/penguins\?with=friend$/);
  await expect(page.getByRole('button', { name: /Open table and get the link/ })).toBeVisible();
});

test('a board that is not finished survives a reload and a shared link', async ({ page, browser, server }) => {
  await page.goto('/editor');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('radio', { name: /Hole/ }).check({ force: true });
  const cells = grid.getByRole('gridcell');
  await cells.nth(12).click();
  await expect(cells.nth(12)).toHaveAttribute('aria-label', /hole/);
  await expect(page.getByText('This board can be played.'), 'one hole is no board').toBeHidden();
  await expect.poll(() => page.url()).toContain('layout');
  const labels = () => grid.getByRole('gridcell').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).filter((label) => label?.includes('hole')));
  const drawn = await labels();
  expect(drawn).toHaveLength(1);
  await page.reload();
  await expect(grid).toBeVisible();
  await expect.poll(async () => (await labels()).length).toBe(1);
  const other = await (await browser.newContext({ baseURL: server.address })).newPage();
  await other.goto(page.url());
  await expect(other.getByRole('gridcell', { name: /hole/ })).toHaveCount(1);
});

test('a game is played in one window at a time', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin(page, 'paper-penguins');
  const random = chance(3);
  await move(page, random);
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: 'reduce' });
  await other.goto(page.url());
  await expect(page.getByText('This game is open in another window.')).toBeVisible();
  await expect.poll(() => moves(other), 'the reply is made here').toBeGreaterThan(1);
  await move(other, random);
  await expect.poll(() => moves(other)).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(other.getByText('This game is open in another window.')).toBeVisible();
  await expect.poll(() => moves(page), 'no move is lost').toBeGreaterThan(2);
});

test('a finished game is reviewed', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, 'paper-penguins');
  await playOut(page, 6);
  await ending(page).getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(/\/study\//);
  await expect(page.getByText(/% accurate|no choices to judge/).first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Think', exact: true }).click();
  await expect(page.getByText(/≈|exact/).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('an Amazons position is pasted', async ({ page }) => {
  await page.goto('/study');
  await page.getByLabel('A record, a position or an SGF').fill('3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('[role=gridcell][aria-label*="amazon"]')).toHaveCount(8);
});
