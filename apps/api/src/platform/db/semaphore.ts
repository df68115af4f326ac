import { Unavailable } from '../../core/errors.ts';

/** So many at a time: `acquire` waits for a place, and answers what gives it back. */
export interface Semaphore {
  acquire(): Promise<() => void>;
}

/** Makes one where nobody waits longer than `wait` ms: then it is 503. */
export function makeSemaphore(count: number, wait: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = count;

  function release(): void {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  }

  return {
    acquire: async () => {
      if (free > 0) free -= 1;
      else {
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            waiting.delete(next);
            reject(new Unavailable());
          }, wait);
          const next = () => {
            clearTimeout(timer);
            waiting.delete(next);
            resolve();
          };
          waiting.add(next);
        });
      }
      return release;
    },
  };
}
