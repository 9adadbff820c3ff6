import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// In development the API comes from a `floe serve` beside it.
const server = process.env.FLOE_SERVER ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: process.env.VITEST ? ['browser'] : undefined },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // The host stays as the browser knows it: the server compares it with the origin.
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
