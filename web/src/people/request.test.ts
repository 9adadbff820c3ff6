import { describe, expect, it } from 'vitest';
import { PendingRequest } from './request.svelte';

describe('something that is asked of the server', () => {
  it('is asked once at a time', async () => {
    const request = new PendingRequest();
    let times = 0;
    const first = request.run(async () => ++times);
    expect(request.busy).toBe(true);
    expect(await request.run(async () => ++times)).toBeUndefined();
    expect(await first).toBe(1);
    expect([times, request.busy]).toEqual([1, false]);
  });

  it('shows the error until the next attempt', async () => {
    const request = new PendingRequest();
    await request.run(() => Promise.reject(new Error('That name is taken.')));
    expect([request.error, request.busy]).toEqual(['That name is taken.', false]);
    await request.run(async () => undefined);
    expect(request.error).toBe('');
  });
});
