import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the API comes from a separate `floe serve`.
const server = process.env.FLOE_SERVER ?? 'http://127.0.0.1:7878';

// The puzzles are stored with the engine that made them, one file per game. A build without any has no puzzle pages.
const puzzles = resolve(import.meta.dirname, process.env.FLOE_PUZZLES ?? '../crates/floe-engine/puzzles');
const puzzled = (existsSync(puzzles) ? readdirSync(puzzles) : [])
  .filter((name) => name.endsWith('.jsonl') && readFileSync(join(puzzles, name), 'utf8').trim() !== '')
  .map((name) => name.slice(0, -'.jsonl'.length));

export default defineConfig({
  plugins: [svelte()],
  define: { FLOE_PUZZLED: JSON.stringify(puzzled) },
  resolve: { alias: { '@puzzles': puzzles }, conditions: process.env.VITEST ? ['browser'] : undefined },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // The host stays as the browser knows it: the server compares it with the origin.
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', puzzles] } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/texts/testSetup.ts'] },
});
