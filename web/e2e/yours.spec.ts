// Your games, wherever you are in the web app: the badge, the strip on the home page, the banner, notifications.
import { chance, move, SMALL } from './player';
import { expect, person, Server, test } from './server';

type Page = import('@playwright/test').Page;

/** Opens a table by the form, at a pace; gives its link. */
async function open(page: Page, pace: string | RegExp): Promise<string> {
  await page.goto(`/new/penguins?with=friend&rules=${encodeURIComponent(SMALL.penguins)}`);
  await page.getByRole('radio', { name: pace }).check({ force: true });
  await page.getByRole('button', { name: /Open table and get the link/ }).click();
  return page.getByLabel('Link to this table').inputValue();
}

async function sit(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
}

test('a game by the day waits on the home page, over a restart of the server', async ({ browser }) => {
  const server = new Server();
  await server.open();
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = await open(ada, '1 day per move');
  await sit(ben, link);
  await ada.goto('/');
  await expect(ada.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await expect(ada.getByText('It’s your turn in one.')).toBeVisible();
  await expect(ada.getByRole('banner').getByLabel('1 game waits for you')).toHaveText('1');
  await expect(ada).toHaveTitle(/^\(1\) Floe/);
  const card = ada.getByRole('region', { name: 'Your games' }).getByRole('link');
  await expect(card).toContainText('Your turn');
  await expect(card).toContainText(/23 hours left|1 day left/);
  await server.kill();
  await server.open();
  await ada.reload();
  await card.click();
  await expect(ada).toHaveURL(link);
  await move(ada, chance(1));
  await ada.goto('/');
  await expect(ada.getByText('Nothing waits for you.')).toBeVisible();
  await expect(ada).toHaveTitle('Floe');
  // Ben, elsewhere in the web app, is told at once.
  await ben.goto('/learn');
  await expect(ben.getByRole('banner').getByLabel('1 game waits for you')).toBeVisible();
  await server.close();
});

test('a clock never runs unseen', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = await open(ada, /^5\+5/);
  await ada.goto('/puzzles');
  await sit(ben, link);
  const banner = ada.getByRole('complementary', { name: 'Your game has started' });
  await expect(banner).toBeVisible();
  await expect(banner).toContainText(/Penguins/);
  await expect(banner).toContainText(/[0-5]:\d\d/);
  await ada.goto('/');
  await expect(ada.getByRole('heading', { name: 'Your game has started' })).toBeVisible();
  await ada.getByRole('link', { name: 'Go to the board' }).click();
  await expect(ada).toHaveURL(link);
  await expect(banner).toBeHidden();
});

test('a challenge by name is seen everywhere, and accepted or declined', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  // The other one is somebody by a guest name.
  await ben.goto('/lobby');
  await ben.getByRole('button', { name: 'Change' }).click();
  const name = `Otter-${Date.now() % 1e6}`;
  await ben.getByLabel('your guest name').fill(name);
  await ben.getByRole('button', { name: 'Save' }).click();
  await expect(ben.getByText(`You are ${name} now.`)).toBeVisible();
  for (const answer of ['Decline', 'Accept']) {
    await ada.goto('/lobby');
    await ada.getByLabel('Challenge by name').fill(name);
    await ada.getByRole('button', { name: 'Challenge', exact: true }).click();
    await expect(ada).toHaveURL(/\/t\//);
    await ben.goto('/');
    await expect(ben.getByText(/challenges you/)).toBeVisible();
    await ben.getByRole('button', { name: answer }).click();
    if (answer === 'Decline') {
      await expect(ben.getByText(/challenges you/)).toBeHidden();
      await expect(ada.getByText('Your challenge was declined.')).toBeVisible();
    } else {
      await expect(ben).toHaveURL(ada.url());
      await expect(ada.getByText('Waiting for players')).toBeHidden();
    }
  }
  await ada.goto('/lobby');
  await ada.getByLabel('Challenge by name').fill('nobody-here');
  await ada.getByRole('button', { name: 'Challenge', exact: true }).click();
  await expect(ada.getByRole('alert').filter({ hasText: 'not found' })).toBeVisible();
});

test('a push message becomes a notification that opens the table', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address, permissions: ['notifications'] });
  const page = await context.newPage();
  await page.goto('/settings');
  const registered = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await page.evaluate(async () => {
    const words = { turn: { penguins: 'Your move at Penguins' } };
    await (await caches.open('push-words')).put('/words', new Response(JSON.stringify(words)));
  });
  const client = await context.newCDPSession(page);
  const worker = new Promise<string>((found) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ scopeURL }) => scopeURL === registered);
      if (one) found(one.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const send = async (table: string) => client.send('ServiceWorker.deliverPushMessage', {
    origin: server.address, registrationId: await worker, data: JSON.stringify({ what: 'turn', table, game: 'penguins' }),
  });
  const notes = () => page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, tag, data }) => ({ title, tag, data: data as string }));
  });
  // While a window is visible it shows the turn itself.
  await send('seen');
  await page.waitForTimeout(300);
  expect(await notes()).toEqual([]);
  const other = await context.newPage();
  await other.goto('about:blank');
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
  await page.goto('about:blank');
  await send('away');
  const again = await context.newPage();
  await again.goto('/settings');
  await expect.poll(() => again.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, tag, data }) => ({ title, tag, data: data as string }));
  })).toEqual([{ title: 'Your move at Penguins', tag: 'away', data: '/t/away' }]);
  await context.close();
});
