import { setTimeout as wait } from 'node:timers/promises';

/** How long the first pause between two tries is, in ms. */
const firstPause = 10;

/**
 * Waits until a check no longer throws, and answers its value. How long that takes is never what a test is about: machines stall. Each pause
 * is longer than the one before, so that asking does not take the machine from the work that is waited for; `longest`: the last ones, in ms,
 * fewer where what is waited for is soon over.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 30_000, longest = 250 }: { timeout?: number; longest?: number } = {},
): Promise<T> {
  const end = performance.now() + timeout;
  for (let next = firstPause; ; next *= 1.5) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(Math.min(next, longest));
  }
}
