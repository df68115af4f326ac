import { onlineManager } from '@tanstack/react-query';
import { session } from './session.ts';
import { readToken } from './storage.ts';
import { endpointUrl, exchange } from './wire.ts';

const firstWaitMs = 1000;
const longestWaitMs = 5000;

/**
 * Knows whether the server answers and asks until it does: TanStack Query holds what it wants to fetch back meanwhile, and fetches what is
 * on the screen anew when it is back. `ask` rejects when it gets no answer at all.
 */
export function createReachability(ask: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;
  let asking: Promise<void> | null = null;

  /** A call got no answer. */
  function lost(): void {
    if (!onlineManager.isOnline()) return;
    waitMs = firstWaitMs;
    onlineManager.setOnline(false);
    timer = setTimeout(check, waitMs);
  }

  /** Asks at once instead of at the next turn; settles with the answer, or without one. */
  function check(): Promise<void> {
    clearTimeout(timer);
    asking ??= ask()
      .then(
        () => onlineManager.setOnline(true),
        () => {
          onlineManager.setOnline(false);
          waitMs = Math.min(longestWaitMs, waitMs * 1.5);
          timer = setTimeout(check, waitMs);
        },
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return { lost, check };
}

/** Whether the server answers this tab. */
export const reachability = createReachability(() => {
  const url = endpointUrl('userAccount', 'getUser');
  const init = { body: '{}', headers: { 'Content-Type': 'application/json' } };
  // With a session it also finds out that it was ended meanwhile, and why.
  return readToken() === null
    ? exchange(url, null, init)
    : session.run((token) => exchange(url, token, init));
});

// The browser says so before a call fails, and is sometimes wrong: the server's answer decides.
onlineManager.setEventListener(() => {
  const check = () => void reachability.check();
  window.addEventListener('online', check);
  window.addEventListener('offline', reachability.lost);
  return () => {
    window.removeEventListener('online', check);
    window.removeEventListener('offline', reachability.lost);
  };
});
