// Plays as a person does: reads from the board what can be done, and presses it.
import { expect, type Page } from '@playwright/test';
import type { GameId } from '../src/game/types';

/** Small boards and one round, so that whole games are short. */
export const SMALL: Record<GameId, string> = {
  amazons: 'rows=4,cols=4,pieces=1,start=a1 | d4',
  penguins: 'rows=4,cols=4,pieces=1,supply=8/4/2',
  pauper: 'sprint',
  fish: 'rows=3,cols=3,pieces=1',
  'amazon-penguins': 'rows=4,cols=4,pieces=1',
  'paper-penguins': 'rows=4,cols=4,pieces=1',
  'penguin-buffet': 'rows=4,cols=4',
  'amazonian-buffet': 'rows=4,cols=4',
  montauk: 'rounds=1',
};

/** What may be pressed, the furthest step of a move first. */
const PRESSABLE = [
  '[role=gridcell][aria-label*="can be shot"], [role=gridcell][aria-label*="can be speared"], [role=gridcell][aria-label*="can be claimed"]',
  '[role=gridcell][aria-label*=", target"]',
  '[role=gridcell][aria-label*="can be placed"], [role=gridcell][aria-label*="can be laid"]',
  '[role=gridcell][aria-label*="your "][aria-label*="can move to"]',
];
const BUTTONS = /^(Pass|Remove it|Claim nothing|Skip the rest|Use the best layout|Show my cards|Next round)$/;

/** Presses one thing that advances the game; false when there is nothing to press. */
export async function press(page: Page, random: () => number): Promise<boolean> {
  for (const selector of PRESSABLE) {
    const cells = page.locator(selector);
    const number = await cells.count();
    if (!number) continue;
    const cell = cells.nth(Math.floor(random() * number));
    const name = await cell.getAttribute('data-cell');
    await page.locator(`[role=gridcell][data-cell="${name}"]`).first().click({ timeout: 2000 }).catch(() => undefined);
    return true;
  }
  // Montauk: spend where possible, else lead or follow with a card.
  const spend = page.locator('.track button:enabled');
  const card = page.locator('.hand button:enabled');
  const button = page.getByRole('button', { name: BUTTONS });
  for (const things of [spend, card, button]) {
    const number = await things.count();
    if (!number) continue;
    await things.nth(Math.floor(random() * number)).click({ timeout: 2000 }).catch(() => undefined);
    return true;
  }
  return false;
}

/** A small random generator: the same game every time. */
export function chance(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const ending = (page: Page) => page.getByRole('region', { name: 'Game over' });

/** Plays until the result is shown. */
export async function playOut(page: Page, seed = 1, seconds = 50): Promise<void> {
  const random = chance(seed);
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    if (await ending(page).isVisible()) return;
    if (!(await press(page, random))) await page.waitForTimeout(80);
  }
  await expect(ending(page), 'the game comes to an end').toBeVisible({ timeout: 1000 });
}

/** Makes one whole move: presses until the move table has grown, or the game is over. */
export async function move(page: Page, random: () => number): Promise<void> {
  const before = await moves(page);
  for (let tries = 0; tries < 60; tries++) {
    if ((await moves(page)) > before || (await ending(page).isVisible())) return;
    if (!(await press(page, random))) await page.waitForTimeout(50);
  }
  throw new Error('no move could be made');
}

/** How many moves the table lists. */
export async function moves(page: Page): Promise<number> {
  return page.locator('#moves tbody button').count();
}
