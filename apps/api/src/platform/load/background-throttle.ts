const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls of this process that are being answered; while there is one, somebody waits. */
let calls = 0;
let busySince = 0;
let busyBefore = 0;

/** For how long in all, in ms, somebody has waited. */
const waited = () => busyBefore + (calls > 0 ? performance.now() - busySince : 0);

/** Answers a call that somebody waits for: background work slows down meanwhile. */
export async function inForeground<T>(answer: () => Promise<T>): Promise<T> {
  if (calls++ === 0) busySince = performance.now();
  try {
    return await answer();
  } finally {
    if (--calls === 0) busyBefore += performance.now() - busySince;
  }
}

/** In ms: a shorter pause is not worth its timer, a longer one would look like a standstill. */
const pauses = { shortest: 4, longest: 1000 };

/** Pauses are so many times what somebody waited: beside calls without a break background work has a fifth of the time. */
const pauseFactor = 4;

/**
 * Made when background work begins, called after each piece of it: pauses by how long somebody waited during the piece;
 * where nobody waits, or seldom, the work goes on at once. `worked` is what the piece took, in ms, where it is done elsewhere and ahead.
 */
export function makeThrottle(): (worked?: number) => Promise<void> {
  let owed = 0;
  let since = performance.now();
  let counted = waited();
  return async (worked) => {
    const took = performance.now() - since;
    const share = took > 0 ? (waited() - counted) / took : Number(calls > 0);
    owed += pauseFactor * share * (worked ?? took);
    if (owed >= pauses.shortest) {
      await pause(Math.min(owed, pauses.longest));
      owed = 0;
    }
    since = performance.now();
    counted = waited();
  };
}
