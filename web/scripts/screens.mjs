// Takes the pictures of docs/screens: `node scripts/screens.mjs [floe]`. Real games, really played.
import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const program = resolve(process.argv[2] ?? join(root, 'target/debug/floe'));
const out = process.argv[3] ?? join(root, 'docs/screens');
const folder = mkdtempSync(join(tmpdir(), 'floe-screens-'));
mkdirSync(out, { recursive: true });
const server = spawn(program, ['serve', '--port', '0', '--data', 'house.db', '--set', `page=${join(root, 'web/dist')}`, '--set', 'log=error'], {
  cwd: folder, stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((found) => {
  let text = '';
  server.stdout.on('data', (bytes) => {
    text += bytes;
    const match = /http:\/\/[\d.]+:\d+/.exec(text);
    if (match) found(match[0]);
  });
});
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const PRESSABLE = [
  '[role=gridcell][aria-label*="can be shot"], [role=gridcell][aria-label*="can be speared"], [role=gridcell][aria-label*="can be claimed"]',
  '[role=gridcell][aria-label*=", target"]',
  '[role=gridcell][aria-label*="can be placed"]',
  '[role=gridcell][aria-label*="your "][aria-label*="can move to"]',
  '.track button:enabled', '.hand button:enabled',
];

async function open(viewport, dark) {
  const context = await browser.newContext({ viewport, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', baseURL: address });
  return context.newPage();
}

async function press(page, n) {
  for (const selector of PRESSABLE) {
    const things = page.locator(selector);
    const number = await things.count();
    if (!number) continue;
    const thing = things.nth((n * 7919) % number);
    const cell = await thing.getAttribute('data-cell');
    await (cell ? page.locator(`[role=gridcell][data-cell="${cell}"]`).first() : thing).click({ timeout: 2000 }).catch(() => undefined);
    return true;
  }
  return false;
}

/// Starts a game by the form and presses so often, then leaves a piece in hand over one of its targets.
async function game(page, name, presses, rules = '') {
  await page.goto(`/new/${name}${rules ? `?rules=${encodeURIComponent(rules)}` : ''}`);
  await page.getByRole('slider').first().fill('0');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/play/);
  for (let n = 0, idle = 0; n < presses && idle < 100;) {
    if (await press(page, n)) n++;
    else idle++, await page.waitForTimeout(100);
  }
  const own = page.locator(PRESSABLE[3]);
  await own.first().waitFor({ timeout: 8000 }).catch(() => undefined);
  if (await own.count()) {
    await own.first().click({ timeout: 1000 }).catch(() => undefined);
    const targets = page.locator(PRESSABLE[1]);
    if (await targets.count()) await targets.nth((await targets.count()) >> 1).hover({ timeout: 1000 }).catch(() => undefined);
  }
  await page.waitForTimeout(300);
}

const shot = async (page, name) => {
  await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 82 });
  console.log(name);
  await page.context().close();
};

const GAMES = [
  ['penguins', 20], ['amazons', 30], ['pauper', 20], ['fish', 14], ['amazon-penguins', 24], ['paper-penguins', 20],
  ['penguin-buffet', 20], ['amazonian-buffet', 20], ['montauk', 5],
];

try {
  for (const [size, viewport] of [['desk', DESK], ['phone', PHONE]]) {
    for (const dark of [false, true]) {
      const tail = `${size}${dark ? '-dark' : ''}`;
      for (const [name, path] of [['home', '/'], ['new', '/new/pauper'], ['editor', '/editor'], ['lobby', '/lobby'], ['learn', '/learn/amazons'], ['settings', '/settings']]) {
        const page = await open(viewport, dark);
        await page.goto(path);
        await page.waitForTimeout(2500);
        await shot(page, `${name}-${tail}`);
      }
      for (const [name, presses] of GAMES) {
        const page = await open(viewport, dark);
        await game(page, name, presses, name === 'penguins' ? 'players=4' : '');
        await shot(page, `${name}-${tail}`);
      }
    }
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
