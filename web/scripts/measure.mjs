// Measures the page as a first-time visitor sees it: `node scripts/measure.mjs [floe]`.
// What is loaded, how soon a player can move, and how smoothly the page runs while the engine thinks at full strength.
import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const program = resolve(process.argv[2] ?? join(root, 'target/debug/floe'));
const folder = mkdtempSync(join(tmpdir(), 'floe-measure-'));
const server = spawn(program, ['serve', '--port', '0', '--data', 'floe.db', '--set', `web_dir=${join(root, 'web/dist')}`, '--set', 'log=error'], {
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

try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const loaded = new Map();
  const sizes = { first: 0 };
  network.on('Network.requestWillBeSent', ({ requestId, request }) => loaded.set(requestId, request.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = loaded.get(requestId) ?? '';
    if (url.includes('/api/')) return;
    if (!sizes.done) sizes.first += encodedDataLength;
  });
  const began = Date.now();
  await page.goto(address);
  await page.getByText('Nine games').waitFor();
  const painted = Date.now() - began;
  await page.waitForTimeout(1500);
  sizes.done = true;

  const clicked = Date.now();
  await page.getByRole('button', { name: 'Play the computer' }).or(page.getByRole('link', { name: 'Play the computer' })).click();
  const cell = page.locator('[role=gridcell][aria-label*="can be placed"]').first();
  await cell.waitFor();
  const movable = Date.now() - clicked;
  await cell.click();
  await page.locator('#moves tbody button').first().waitFor();
  const moved = Date.now() - clicked;

  // The engine at full strength in its worker, the page's frames meanwhile.
  await page.goto(`${address}/study/new/amazons`);
  await page.getByRole('button', { name: 'Think', exact: true }).click();
  await page.getByText('≈').first().waitFor();
  const frames = await page.evaluate(() => new Promise((done) => {
    const times = [];
    let last = performance.now();
    const tick = (now) => {
      times.push(now - last);
      last = now;
      if (times.length < 240) requestAnimationFrame(tick);
      else done(times.slice(1).sort((a, b) => a - b));
    };
    requestAnimationFrame(tick);
  }));
  const at = (part) => frames[Math.floor(part * (frames.length - 1))].toFixed(1);
  const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
  console.log(`first load                    ${kib(sizes.first)} over the wire, headers included`);
  // A worker fetches these, which the page's network log does not report; they are sent as stored.
  const assets = join(root, 'web/dist/assets');
  const rules = readdirSync(assets).filter((name) => name.endsWith('.wasm.br')).reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
  console.log(`rules, engine and nets        ${kib(rules)}`);
  console.log(`first picture                 ${painted} ms`);
  console.log(`from Play to a board to move  ${movable} ms`);
  console.log(`from Play to the first move   ${moved} ms`);
  console.log(`a frame while it thinks       median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms`);
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
