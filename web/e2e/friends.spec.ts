// People on different devices: two play, one watches; reloads and a killed server change nothing.
import { chance, ending, move, moves, press } from './player';
import { expect, Server, person, test } from './server';

const RULES = { penguins: 'rows=4,cols=4,pieces=1,supply=8/4/2', montauk: 'rounds=1' } as const;

for (const game of ['penguins', 'montauk'] as const) {
  test(`two play ${game}, one watches, the server is killed`, async ({ browser }) => {
    test.setTimeout(120_000);
    const server = new Server();
    await server.open();
    const [ada, ben, eve] = await Promise.all([person(browser, server), person(browser, server), person(browser, server)]);
    for (const page of [ada, ben, eve]) await page.emulateMedia({ reducedMotion: 'reduce' });

    await ada.goto(`/new/${game}?with=friend&rules=${encodeURIComponent(RULES[game])}`);
    await ada.getByRole('button', { name: /Open table and get the link/ }).click();
    await expect(ada).toHaveURL(/\/t\//);
    const link = await ada.getByLabel('Link to this table').inputValue();
    await ben.goto(link);
    await ben.getByRole('button', { name: 'Sit down' }).first().click();
    await expect(ada.getByText('Waiting for players')).toBeHidden();
    await eve.goto(link);

    const random = chance(3);
    // Some moves, by the player to move.
    for (let n = 0; n < 4; n++) await eitherMoves(ada, ben, random);
    const seen = await moves(ada);
    await expect.poll(() => moves(eve), 'the spectator sees the moves').toBe(seen);
    if (game === 'montauk') await expect(eve.locator('.hand button')).toHaveCount(0);

    // A reload in mid-game.
    await ben.reload();
    await expect.poll(() => moves(ben)).toBe(seen);
    // A client that has just joined can look back to the beginning, too, with cards hidden as they were.
    for (const page of [ben, eve]) {
      await page.getByRole('button', { name: 'To the beginning' }).click();
      await expect(page.getByRole('button', { name: 'Back to now' })).toBeVisible();
      if (game === 'montauk') await expect(page.getByRole('group', { name: /hand/i }).locator('.cd'), 'both hands are full').toHaveCount(12);
      await page.getByRole('button', { name: 'Back to now' }).click();
    }

    // The server is killed, and comes back.
    await server.kill();
    await expect(ada.getByText(/Connection lost/)).toBeVisible();
    await server.open();
    await expect(ada.getByText(/Connection lost/)).toBeHidden({ timeout: 20_000 });
    await eitherMoves(ada, ben, random);
    await expect.poll(() => moves(eve), { timeout: 20_000 }).toBeGreaterThan(seen);

    const until = Date.now() + 60_000;
    while (Date.now() < until && !(await ending(ada).isVisible())) {
      if (!(await press(ada, random)) && !(await press(ben, random))) await ada.waitForTimeout(50);
    }
    await expect(ending(ada)).toBeVisible();
    await expect(ending(ben)).toBeVisible();
    await expect(ending(eve)).toBeVisible();

    await bothContributed(ada, link);
    await ben.getByRole('button', { name: 'Rematch' }).click();
    await ada.getByRole('button', { name: 'Rematch' }).click();
    await expect(ada, 'the next game is another table').not.toHaveURL(link);
    await expect(ada).toHaveURL(/\/t\//);
    await eitherMoves(ada, ben, random);
    await bothContributed(ada, ada.url());
    await server.close();
  });
}

/** The browsers of both players have added to the deal, after its commitment. */
async function bothContributed(page: import('@playwright/test').Page, link: string) {
  const answer = await page.request.get(link.replace('/t/', '/api/tables/'));
  const { fair } = (await answer.json()) as { fair: { commitment: string; contributions: string[] } };
  expect(fair.contributions).toHaveLength(2);
  for (const contribution of fair.contributions) expect(contribution).toMatch(new RegExp(`^${fair.commitment}\\.[0-9a-f]{32}$`));
}

async function eitherMoves(ada: import('@playwright/test').Page, ben: import('@playwright/test').Page, random: () => number) {
  const before = await moves(ada);
  for (let tries = 0; tries < 200 && (await moves(ada)) === before; tries++) {
    if (!(await press(ada, random)) && !(await press(ben, random))) await ada.waitForTimeout(50);
  }
  expect(await moves(ada)).toBeGreaterThan(before);
}

test('offers, takebacks, talk and resigning between two', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'reduce' });
  await ada.goto(`/new/penguins?with=friend&rules=${encodeURIComponent(RULES.penguins)}`);
  await ada.getByRole('button', { name: /Open table and get the link/ }).click();
  await ben.goto(await ada.getByLabel('Link to this table').inputValue());
  await ben.getByRole('button', { name: 'Sit down' }).first().click();
  const random = chance(7);
  await move(ada, random);
  await ada.getByRole('button', { name: 'Take back' }).click();
  await ben.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => moves(ada)).toBe(0);

  await ben.getByRole('button', { name: 'Chat' }).click();
  await ben.getByLabel('Write a message').fill('Hello over there');
  await ben.getByRole('button', { name: 'Send', exact: true }).click();
  await ada.getByRole('button', { name: 'Chat' }).click();
  await expect(ada.getByText('Hello over there')).toBeVisible();

  await ben.getByRole('button', { name: 'More', exact: true }).click();

  await ben.getByRole('button', { name: 'Resign' }).click();
  await expect(ben.getByText('Resign this game?')).toBeVisible();
  await ben.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(ending(ada)).toContainText('You win');
  await expect(ending(ben)).toContainText('You lose');
});
