import type { Deps } from '../../core/deps.ts';
import { longestWait } from './chain-link.ts';
import { sealOperations } from './seal.ts';

/** How often to look for new rows, in ms. */
const interval = 1000;
/** How far to look back behind the last time: a little each time, and each minute further than any transaction lasts. */
const lookBack = { usual: 60_000, wide: longestWait };

/** Seals the log in the background until it is stopped: everything once, from then on what is new. */
export function startSealing(deps: Deps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let turns = 0;
  let lastTurn = 0;

  const turn = async () => {
    const began = Date.now();
    const back = turns % 60 === 0 ? lookBack.wide : lookBack.usual;
    try {
      // What another replica is at, or what failed, is not behind us.
      if ((await sealOperations(deps, new Date(Math.max(0, lastTurn - back)))) !== null) {
        lastTurn = began;
        turns++;
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the operation log could not be sealed, trying again');
    }
    if (!stopped) {
      timer = setTimeout(() => {
        running = turn();
      }, interval);
    }
  };
  running = turn();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
