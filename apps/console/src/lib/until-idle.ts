import { pending } from './pending.ts';

/** What can wait waits no longer than this, in ms, however long the server takes. */
const longest = 3000;

/**
 * Waits until the screen has what it asked for and the browser nothing to do: what lies over a screen is fetched then, and
 * not between the screen and its rows.
 */
export function untilIdle(): Promise<void> {
  return Promise.race([quiet(), after(longest)]);
}

async function quiet(): Promise<void> {
  await browserIdle();
  while (pending.count() > 0) {
    await nothingAsked();
    await browserIdle();
  }
}

function browserIdle(): Promise<void> {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) return after(200);
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}

function nothingAsked(): Promise<void> {
  return new Promise((resolve) => {
    const stop = pending.subscribe(() => {
      if (pending.count() > 0) return;
      stop();
      resolve();
    });
  });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
