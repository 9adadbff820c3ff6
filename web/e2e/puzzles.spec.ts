// Puzzles: the puzzle of the day, first wrong, then right; the solution shown and stepped through; keys alone; without a network.
import AxeBuilder from '@axe-core/playwright';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { readMove } from '../src/game/moves';
import { isSlide } from '../src/games';
import { dayOf, gameOfDay, inOrder, placeOfDay } from '../src/puzzles/day';
import { readPuzzles, type Puzzle } from '../src/puzzles/puzzle';
import { expect, test } from './server';

// The page under test was built with these.
const folder = resolve(process.env.FLOE_PUZZLES ?? resolve(import.meta.dirname, '../../crates/floe-engine/puzzles'));
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
const puzzlesIn = (game: string) => readPuzzles(readFileSync(join(folder, `${game}.jsonl`), 'utf8'));
const games = inOrder(files.map((name) => name.replace('.jsonl', '')).filter((game) => puzzlesIn(game).length));

// A fixed day, with a puzzle whose moves are cells to press: the same one whenever the tests run.
const DAY = 24 * 60 * 60 * 1000;
let noon = Date.UTC(2026, 0, 1, 12);
while (games.some((game) => isSlide(game)) && !isSlide(gameOfDay(dayOf(noon), games)!)) noon += DAY;
const day = dayOf(noon);

function daily(): Puzzle {
  const puzzles = puzzlesIn(gameOfDay(day, games)!);
  return puzzles[placeOfDay(day, games.length, puzzles.length)]!;
}

const cell = (page: Page, name: string) => page.locator(`[role=gridcell][data-cell="${name}"]`).first();
const side = (page: Page) => page.locator('main').getByRole('status');

/** The cells of a move, in the order in which they are pressed. */
function cellsOf(move: string): string[] {
  const step = readMove(move);
  if (step?.kind === 'slide') return [step.from, step.to, ...(step.shot ? [step.shot] : [])];
  if (step && 'at' in step) return [step.at];
  throw new Error(`${move} is not made on a board`);
}

/** Makes a wrong move: it deviates from the right one as soon as possible. */
async function err(page: Page, right: string): Promise<void> {
  const way = cellsOf(right);
  const open = page.locator('[role=gridcell][aria-label*="target"], [role=gridcell][aria-label*="can be "]');
  const pieces = page.locator('[role=gridcell][aria-label*="your "][aria-label*="can move to"]');
  const namesOf = (cells: typeof open) => cells.evaluateAll((all) => all.map((one) => one.getAttribute('data-cell')!));
  await expect(pieces.or(open).first()).toBeVisible();
  const pressed: string[] = [];
  for (let depth = 0; depth < 3; depth++) {
    const names = await namesOf(depth ? open : pieces.or(open));
    const name = names.find((one) => one !== way[depth]) ?? names[0]!;
    pressed.push(name);
    if (pressed.join() === way.join()) break;
    await cell(page, name).click();
    const feedback = side(page).getByText(/Checking…|Not this one/).first();
    if (await feedback.waitFor({ timeout: 1500 }).then(() => true, () => false)) return;
  }
  throw new Error(`no move but ${right} was found`);
}

async function clean(page: Page): Promise<void> {
  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test.skip(!games.some((game) => isSlide(game)), 'there are no puzzles to solve: crates/floe-engine/puzzles holds none');
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
});

test('the puzzle of the day: a wrong move, then the right one', async ({ page }) => {
  const puzzle = daily();
  const right = puzzle.solution[0]!;
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Puzzles' }).click();
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible();
  await expect(page.getByText('Solve it to start a streak.')).toBeVisible();
  await expect(page.getByText(/to move\. That is you\./)).toBeVisible();
  await expect(page.getByText(puzzle.goal === 'win' ? 'Only one move wins.' : /One move gains \d+ \w+ more/)).toBeVisible();

  await err(page, right);
  await expect(side(page)).toContainText('Not this one');
  await expect(side(page)).toContainText('1 try so far');
  await clean(page);

  for (const name of cellsOf(right)) await cell(page, name).click();
  await expect(side(page)).toContainText(/That is it|Solved/);
  await expect(page.getByText('1 day in a row')).toBeVisible();
  const rest = page.getByRole('button', { name: 'Show the rest' });
  if (await rest.isVisible()) await rest.click().catch(() => undefined);
  await expect(side(page)).toContainText('Solved', { timeout: 40_000 });
  await clean(page);

  await page.reload();
  await expect(page.getByText('1 day in a row')).toBeVisible();
  await page.goto(`/puzzles/${puzzle.game}`);
  await expect(page.getByRole('link', { name: /Puzzle \d+ Solved/ })).toHaveCount(1);
});

test('the hints, the solution and the way along it', async ({ page }) => {
  const [puzzle] = puzzlesIn(games.find((game) => isSlide(game))!);
  await page.goto(`/puzzles/${puzzle!.id}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(side(page)).toContainText(`Start with ${cellsOf(puzzle!.solution[0]!)[0]}.`);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  const line = page.getByRole('region', { name: 'The line, move by move' });
  await expect(line.getByRole('listitem')).toHaveCount(puzzle!.solution.length);
  await line.getByRole('button', { name: 'To the end' }).click();
  await expect(side(page)).toContainText(`The move was ${puzzle!.solution[0]}.`);
  await line.getByRole('button', { name: 'To the beginning' }).click();
  await expect(page.getByText('Before the first move')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`Move 1 of ${puzzle!.solution.length}`)).toBeVisible();
  await clean(page);
  // What was shown is not solved.
  await page.goto(`/puzzles/${puzzle!.game}`);
  await expect(page.getByRole('link', { name: /Puzzle \d+/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: / Solved/ })).toHaveCount(0);
  await clean(page);
});

test('a puzzle is solved by keys alone, then studied', async ({ page }) => {
  const [puzzle] = puzzlesIn(games.find((game) => isSlide(game))!);
  await page.goto(`/puzzles/${puzzle!.id}`);
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await grid.locator('[tabindex="0"]').focus();
  for (const [depth, name] of cellsOf(puzzle!.solution[0]!).entries()) {
    const there = () => cell(page, name).evaluate((node) => node === document.activeElement);
    for (let tries = 0; !(await there()); tries++) {
      expect(tries, `keys lead to ${name}`).toBeLessThan(80);
      await page.keyboard.press(depth ? 't' : 'n');
    }
    await page.keyboard.press('Enter');
  }
  await expect(side(page)).toContainText(/That is it|Solved/);
  await page.getByRole('link', { name: 'Study this' }).click();
  await expect(page).toHaveURL(/\/study\/new\//);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('puzzles on a phone without a network', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(500);
  await context.setOffline(true);
  await page.goto('/puzzles');
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.goto(`/puzzles/${games.at(-1)}`);
  await expect(page.getByRole('link', { name: /Puzzle \d+/ }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await context.setOffline(false);
});
