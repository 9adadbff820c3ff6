// A real `floe serve` for each worker, with its own file and port, and the web app built into it or from `dist`.
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
export const program = process.env.FLOE_PROGRAM ?? join(root, 'target/debug/floe');
const dist = join(root, 'web/dist');

/** A server that can be killed and started again at the same address with the same file. */
export class Server {
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'floe-page-'));
  address = '';

  /** Settings in addition to those of every test. */
  constructor(private readonly settings: readonly string[] = []) {}

  async open(): Promise<void> {
    if (!existsSync(program)) throw new Error(`${program} is not built: cargo build -p floe-cli`);
    const port = this.address ? new URL(this.address).port : '0';
    // Every test is a new visitor who fetches the whole page, and all of them come from one address.
    const settings = [`web_dir=${dist}`, 'log=error', 'request_burst=100000', 'exhibition_games=0', ...this.settings].flatMap((setting) => ['--set', setting]);
    const child = spawn(program, ['serve', '--port', port, '--data', 'floe.db', ...settings], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    this.address = await new Promise<string>((found, fail) => {
      let text = '';
      child.stdout!.on('data', (bytes: Buffer) => {
        text += bytes;
        const address = /http:\/\/[\d.]+:\d+/.exec(text);
        if (address) found(address[0]);
      });
      child.on('exit', (code) => fail(new Error(`floe serve ended with ${code}: ${text}`)));
    });
  }

  /** Like a power cut. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child) return;
    await new Promise<void>((gone) => {
      child.on('exit', () => gone());
      child.kill('SIGKILL');
    });
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type Fixtures = { page: Page };
type WorkerFixtures = { server: Server };

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.open();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page }, use) => {
    // Any error in the page fails the test, and no request may leave this machine.
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') errors.push(`asked ${url.origin}`);
    });
    await use(page);
    expect(errors, 'errors in the page').toEqual([]);
  },
});

/** Another person: a window with its own cookies. */
export async function person(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address });
  return context.newPage();
}

/** The whole matrix, or the part that every change has to pass. */
export const full = process.env.FULL === '1';

export { expect };
