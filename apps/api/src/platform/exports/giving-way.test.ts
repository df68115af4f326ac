import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inForeground } from '../load/background-throttle.ts';
import { givingWay } from './giving-way.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const chunk = Buffer.alloc(64 * 1024);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** In ms, how long 133 pieces take that the database makes in 5 ms each, and for the later 100 of which sockets have room. */
async function took(): Promise<number> {
  const out = givingWay().resume();
  const started = performance.now();
  let over = false;
  const written = (async () => {
    for (let n = 0; n < 133; n++) {
      if (n < 33) await pause(5);
      await new Promise((resolve) => out.write(chunk, resolve));
    }
    over = true;
  })();
  while (!over) await vi.advanceTimersByTimeAsync(1);
  await written;
  return performance.now() - started;
}

test('a file goes through as it comes where nobody waits', async () => {
  expect(await took()).toBeLessThanOrEqual(33 * 5 + 10);
});

test('beside a call each piece rests for four times what its making took, also where it was made ahead', async () => {
  const answered = inForeground(() => pause(30_000));
  const rests = 4 * 100 * 5;
  expect(Math.abs((await took()) - (33 * 5 + rests))).toBeLessThan(rests / 10);
  await vi.advanceTimersByTimeAsync(30_000);
  await answered;
});
