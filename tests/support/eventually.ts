import { vi } from 'vitest';

/** Waits until a check no longer throws, and answers its value. How long that takes is never what a test is about: machines stall. */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 15_000, interval = 20 }: { timeout?: number; interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}
