import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MadeNumber, NumberSecrets } from './number-worker.ts';

/** Makes numbers of new cards, one for each of the ids that its caller gives. */
export type MakeNumbers = (ids: readonly string[]) => Promise<MadeNumber[]>;

/**
 * Has numbers of new cards drawn, encrypted and hashed in a thread of their own, as long as `work` goes on: no whole number leaves it, and
 * nobody waits for the ciphers. Rejects when the thread fails.
 */
export async function withNewNumbers<T>(
  secrets: NumberSecrets,
  work: (makeNumbers: MakeNumbers) => Promise<T>,
): Promise<T> {
  const worker = new Worker(new URL('./number-worker.ts', import.meta.url), {
    workerData: secrets,
    // Under `node --watch` the environment makes a thread report on the port of its answers.
    env: {},
  });
  // Between two answers nobody else would hear of it, and that would end the process.
  worker.on('error', () => undefined);
  try {
    return await work(async (ids) => {
      const answered = once(worker, 'message');
      worker.postMessage(ids);
      return (await answered)[0];
    });
  } finally {
    await worker.terminate();
  }
}
