// Takes pictures of every page: `node scripts/screens.mjs FLOE FOLDER [NAME…]`. Without a folder, or with '' for one, those of
// docs/screens.
import { chromium } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { populate, startServer, played } from './screens/server.mjs';
import { DOCS, list } from './screens/list.mjs';

const root = resolve(import.meta.dirname, '../..');
const [program = join(root, 'target/debug/floe'), folder, ...only] = process.argv.slice(2);
const out = folder || join(root, 'docs/screens');
const VIEWS = {
  desk: { width: 1280, height: 800 }, wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 }, small: { width: 360, height: 740 },
};
const TAILS = ['desk', 'desk-dark', 'wide', 'phone', 'phone-dark', 'small'];
const MAX_BYTES = 150_000;

const server = await startServer(resolve(program), join(root, 'web/dist'));
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

/** A file that is small enough to travel with the source. */
async function compressed(page, path) {
  for (let quality = 84; ; quality -= 6) {
    const { length } = await page.screenshot({ path, type: 'jpeg', quality });
    if (length <= MAX_BYTES || quality < 40) return;
  }
}

/** A page is loaded once for all its pictures: it must follow the window size and the colour scheme anyway. */
async function take({ name, path, play, store = {}, cookies, answers = {}, act }, tails) {
  const kept = play && played(resolve(program), name, play);
  const stored = kept ? { ...store, 'floe.local': [{ ...kept, log: undefined, moves: kept.log.events.length }], [`floe.local.${name}`]: kept } : store;
  const context = await browser.newContext({ viewport: VIEWS.desk, reducedMotion: 'reduce', baseURL: server.address, storageState: cookies });
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) localStorage[key] ??= JSON.stringify(value);
  }, stored);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error}`));
  for (const [address, json] of Object.entries(answers)) await page.route(address, (route) => route.fulfill({ json }));
  await page.goto(typeof path === 'function' ? path(name) : (path ?? `/play/${name}`));
  // Loaded, however long that takes on a busy machine, and then at rest.
  const isLoaded = () => {
    const text = document.querySelector('main')?.innerText ?? '';
    return text && !/One moment…|Joining the (table|lobby)…/.test(text);
  };
  await page.waitForFunction(isLoaded, undefined, { timeout: 60_000 });
  await page.waitForTimeout(2500);
  await act?.(page)?.catch((error) => console.error(`${name}: ${error.message.split('\n')[0]}`));
  for (const tail of tails) {
    const [size, dark] = tail.split('-');
    await page.setViewportSize(VIEWS[size]);
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.waitForTimeout(350);
    if (folder) await page.screenshot({ path: join(out, `${name}-${tail}.png`) });
    else await compressed(page, join(out, `${name}-${tail}.jpg`));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) console.error(`${name}-${tail}: ${beyond} px beyond the edge`);
  }
  await context.close();
}

try {
  mkdirSync(out, { recursive: true });
  const tailsOf = (name) => (folder ? TAILS : TAILS.filter((tail) => DOCS.includes(`${name}-${tail}`)));
  const wanted = list(await populate(server.address)).filter(({ name }) => tailsOf(name).length && (!only.length || only.includes(name)));
  const worker = async () => {
    for (let one = wanted.shift(); one; one = wanted.shift()) await take(one, tailsOf(one.name));
  };
  await Promise.all([worker(), worker()]);
} finally {
  await browser.close();
  server.close();
}
