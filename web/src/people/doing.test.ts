import { describe, expect, it } from 'vitest';
import { Doing } from './doing.svelte';

describe('something that is asked of the server', () => {
  it('is asked once at a time', async () => {
    const doing = new Doing();
    let times = 0;
    const first = doing.run(async () => ++times);
    expect(doing.busy).toBe(true);
    expect(await doing.run(async () => ++times)).toBeUndefined();
    expect(await first).toBe(1);
    expect([times, doing.busy]).toEqual([1, false]);
  });

  it('says what was refused until it is tried again', async () => {
    const doing = new Doing();
    await doing.run(() => Promise.reject(new Error('That name is taken.')));
    expect([doing.wrong, doing.busy]).toEqual(['That name is taken.', false]);
    await doing.run(async () => undefined);
    expect(doing.wrong).toBe('');
  });
});
