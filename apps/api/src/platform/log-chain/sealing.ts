import type { Deps } from '../../deps.ts';
import { longestTransaction } from './chain-link.ts';
import { sealOperations } from './seal.ts';

/** How often to look for new rows, in ms. */
const interval = 1000;
/** How far back: a little each time, and each minute further than any transaction lasts. */
const lookBack = { usual: 60_000, wide: longestTransaction };

/** Seals the log in the background until it is stopped: everything once, from then on what is new. */
export function startSealing(deps: Deps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let turns = 0;

  const since = () => {
    if (turns === 0) return new Date(0);
    return new Date(Date.now() - (turns % 60 === 0 ? lookBack.wide : lookBack.usual));
  };
  const turn = async () => {
    try {
      await sealOperations(deps, since());
      turns++;
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
