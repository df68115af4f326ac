import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inForeground, makeThrottle } from './background-throttle.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A call that is answered so many ms after it came. */
const call = (ms: number) => inForeground(() => new Promise((resolve) => setTimeout(resolve, ms)));

/** For how many ms the work rests. */
async function restOf(throttle: ReturnType<typeof makeThrottle>, worked?: number): Promise<number> {
  const started = performance.now();
  let over = false;
  const rested = throttle(worked).then(() => {
    over = true;
  });
  while (!over) await vi.advanceTimersByTimeAsync(1);
  await rested;
  return performance.now() - started;
}

test('long work goes on at once where nobody waits', async () => {
  const throttle = makeThrottle();
  await vi.advanceTimersByTimeAsync(500);
  expect(await restOf(throttle)).toBeLessThanOrEqual(1);
});

test('beside calls it rests for four times as long as somebody waited, however many at once, and no longer', async () => {
  const throttle = makeThrottle();
  call(60);
  call(40);
  await vi.advanceTimersByTimeAsync(100);
  expect(await restOf(throttle)).toBeCloseTo(240, -1);
  expect(await restOf(throttle)).toBeLessThanOrEqual(1);
});

test('work that is done elsewhere rests for what it took there, by the share of the time in which somebody waits', async () => {
  const throttle = makeThrottle();
  call(5);
  await vi.advanceTimersByTimeAsync(10);
  expect(await restOf(throttle, 100)).toBeCloseTo(200, -1);
});

test('a call that is not answered for long does not stop it', async () => {
  const throttle = makeThrottle();
  call(100_000);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(await restOf(throttle)).toBeLessThanOrEqual(1001);
  await vi.advanceTimersByTimeAsync(50_000);
});
