import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../core/errors.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** How long after a try is the next one, in ms. */
const pause = 200;

/**
 * Makes what does the work of a start: it uses connections as requests do, which wait for one no longer than DATABASE_WAIT, and a
 * busy machine gets more tries than they; `ms`: for all of them. The work is done from its beginning each time.
 */
export function retryAtStart(
  ms: number,
  say: (line: string) => void,
): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    const until = Date.now() + ms;
    let told = false;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error) && !(error instanceof Unavailable)) throw error;
        const { message } = error as Error;
        if (Date.now() >= until) {
          throw new Error(
            `The database did not answer in time for ${ms} ms (${message}): start again when it does, or give it longer with DATABASE_WAIT and DATABASE_START_WAIT.`,
          );
        }
        if (!told) say(`The database does not answer in time (${message}); trying again …`);
        told = true;
        await wait(pause);
      }
    }
  };
}
