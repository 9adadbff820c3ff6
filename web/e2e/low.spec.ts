// Low windows: a laptop, a phone on its side, and a page at twice its size. Nothing that a player needs may lie outside or below.
import type { Page } from '@playwright/test';
import { GAMES } from '../src/games';
import { isMontauk, isSlide } from '../src/games';
import { chance, ending, move, playOut, SMALL } from './player';
import { expect, test } from './server';

const SIZES = [{ width: 1366, height: 650 }, { width: 844, height: 390 }, { width: 720, height: 450 }];

interface Placed { what: string; x: number; y: number; right: number; bottom: number }

/** Where each thing is that must always be seen, and what is wrong with that. */
async function misplaced(page: Page, parts: Record<string, string>): Promise<string[]> {
  return page.evaluate((parts) => {
    const wrong: string[] = [];
    const found: Placed[] = [];
    for (const [what, selector] of Object.entries(parts)) {
      const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
      if (!all.length) wrong.push(`${what} is not there`);
      for (const one of all) {
        const { x, y, right, bottom } = one.getBoundingClientRect();
        if (x < -1 || y < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${what} lies outside: ${[x, y, right, bottom].map(Math.round).join(' ')}`);
        // What is seen at its middle is the thing itself or a part of it.
        const top = document.elementFromPoint((x + right) / 2, (y + bottom) / 2);
        if (!top || !(one.contains(top) || top.contains(one))) wrong.push(`${what} is covered by ${top?.outerHTML.slice(0, 90)}`);
        found.push({ what, x, y, right, bottom });
      }
    }
    for (const [at, one] of found.entries()) {
      for (const other of found.slice(at + 1)) {
        if (one.what === other.what) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.x, other.x);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y);
        if (wide > 2 && high > 2) wrong.push(`${one.what} and ${other.what} overlap by ${Math.round(wide)} × ${Math.round(high)}`);
      }
    }
    if (document.documentElement.scrollHeight > innerHeight) wrong.push(`the page scrolls: ${document.documentElement.scrollHeight} in ${innerHeight}`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
    return wrong;
  }, parts);
}

/** A clock for the game that has just been started here. */
async function withClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    const id = location.pathname.split('/').at(-1)!;
    const saved = JSON.parse(localStorage.getItem(`floe.local.${id}`)!) as { clock: string; left_ms: number[]; seats: unknown[] };
    saved.clock = '600+5';
    saved.left_ms = saved.seats.map(() => 600_000);
    localStorage.setItem(`floe.local.${id}`, JSON.stringify(saved));
  });
  await page.reload();
}

for (const game of GAMES) {
  const parts: Record<string, string> = isMontauk(game)
    ? { tracks: '.track', hand: '.rowh.b .hand', scores: '.pts b', clocks: '[role=timer]', status: '.say', actions: '.actions button' }
    : isSlide(game)
      ? { board: '[role=grid]', players: '.players li', clocks: '.players [role=timer]', status: '.foot .pill', actions: '.actions button' }
      : { cards: '[role=grid]', players: '.tray', status: '.stage > .pill', actions: '.actions button' };
  const nested = new Set(['clocks', 'scores']);
  test(`${game} in low windows`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/new/${game}`);
    await page.getByRole('slider').fill('0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page).toHaveURL(/\/play\//);
    await withClock(page);
    await expect(page.getByRole('timer').first()).toBeVisible();
    await move(page, chance(5));
    if (isSlide(game)) {
      const { height } = (await page.getByRole('grid').boundingBox())!;
      expect(height, 'in a high window the board has the stage').toBeGreaterThan(450);
    }
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.waitForTimeout(150);
      const whole = Object.fromEntries(Object.entries(parts).filter(([what]) => !nested.has(what)));
      const inside = Object.fromEntries(Object.entries(parts).filter(([what]) => nested.has(what)));
      const where = `${size.width} × ${size.height}`;
      expect(await misplaced(page, whole), where).toEqual([]);
      for (const [what, selector] of Object.entries(inside)) expect(await misplaced(page, { [what]: selector }), where).toEqual([]);
    }
  });
}

test('questions, moves and the result lie over a flat stage, and can be closed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/new/penguins?rules=${encodeURIComponent(SMALL.penguins)}`);
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await move(page, chance(2));
  await page.setViewportSize(SIZES[1]!);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Moves', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Moves' })).toBeInViewport();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Moves' })).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('button', { name: 'Yes, resign' })).toBeInViewport();
  await page.getByRole('button', { name: 'Play on' }).click();
  await playOut(page, 4);
  await expect(ending(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeInViewport();
});
