// Turn alerts: notifications and sounds. Neither without being asked for.
import { chance, ending, move, moves, SMALL } from './player';
import { expect, person, test } from './server';

interface BrowserLog { asked: number; notes: string[]; tones: number[]; hidden: boolean }
type Page = import('@playwright/test').Page;

/** Records what the page asks of the browser. */
async function record(page: Page) {
  await page.addInitScript(() => {
    const log: BrowserLog = { asked: 0, notes: [], tones: [], hidden: false };
    Object.assign(window, { log });
    Object.defineProperty(document, 'hidden', { get: () => log.hidden });
    window.Notification = class extends EventTarget {
      static permission: NotificationPermission = (sessionStorage.getItem('allowed') as NotificationPermission) ?? 'default';
      static requestPermission = async () => {
        log.asked++;
        sessionStorage.setItem('allowed', 'granted');
        return (window.Notification as unknown as { permission: string }).permission = 'granted';
      };
      constructor(title: string) {
        super();
        log.notes.push(title);
      }
      close() {}
    } as unknown as typeof Notification;
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        const tone = super.createOscillator();
        const set = tone.frequency.setValueAtTime.bind(tone.frequency);
        tone.frequency.setValueAtTime = (pitch, when) => {
          log.tones.push(pitch);
          return set(pitch, when);
        };
        return tone;
      }
    };
  });
  return { log: () => page.evaluate(() => (window as unknown as { log: BrowserLog }).log), hide: (on: boolean) => page.evaluate((hidden) => ((window as unknown as { log: BrowserLog }).log.hidden = hidden), on) };
}

test('an opponent’s move notifies once, while the page is hidden, if the player asked for it', async ({ browser, server }) => {
  const [ada, ben] = await Promise.all([person(browser, server), person(browser, server)]);
  for (const page of [ada, ben]) await page.emulateMedia({ reducedMotion: 'reduce' });
  const { log, hide } = await record(ada);
  await ada.goto(`/new/penguins?with=friend&rules=${encodeURIComponent(SMALL.penguins)}`);
  await ada.getByRole('radio', { name: '1 day per move' }).check({ force: true });
  expect((await log()).asked, 'nothing is asked before a press').toBe(0);
  await ada.getByRole('button', { name: 'Notify me when it is my turn' }).click();
  await expect(ada.getByText('This browser will notify you')).toBeVisible();
  expect((await log()).asked).toBe(1);
  await ada.getByRole('button', { name: /Open table and get the link/ }).click();
  await ben.goto(await ada.getByLabel('Link to this table').inputValue());
  await ben.getByRole('button', { name: 'Sit down' }).first().click();
  const random = chance(3);
  // While the page is visible, nothing is notified.
  await move(ada, random);
  await move(ben, random);
  await expect.poll(() => moves(ada)).toBe(2);
  expect((await log()).notes).toEqual([]);
  await move(ada, random);
  await hide(true);
  await move(ben, random);
  await expect.poll(async () => (await log()).notes).toEqual(['Your move at Penguins']);
  // A chat message is not a turn.
  await ben.getByRole('button', { name: 'Chat' }).click();
  await ben.getByLabel('Write a message').fill('Are you there?');
  await ben.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(ada.getByRole('button', { name: /Chat/ })).toContainText('1');
  expect((await log()).notes).toHaveLength(1);
});

test('sound is off until it is turned on, and then every note plays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { log } = await record(page);
  await page.goto(`/new/paper-penguins?rules=${encodeURIComponent(SMALL['paper-penguins'])}`);
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await move(page, chance(4));
  expect((await log()).tones).toEqual([]);
  await page.getByRole('button', { name: /More|Menu/ }).last().click();
  await page.getByRole('button', { name: 'Sound on' }).click();
  // Wait for the reply, or it would be taken for the next move.
  await expect.poll(() => moves(page)).toBe(2);
  await move(page, chance(5));
  await expect.poll(() => moves(page)).toBe(4);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(ending(page)).toBeVisible();
  // A move, the turn after the answer, the end.
  const { tones } = await log();
  for (const pitch of [420, 560, 240]) expect(tones).toContain(pitch);
});
