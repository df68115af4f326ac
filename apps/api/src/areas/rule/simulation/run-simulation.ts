import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { makeThrottle } from '../../../platform/load/background-throttle.ts';
import type { Outcomes } from './simulate.ts';
import type { SimulationInput, SimulationMessage } from './simulation-worker.ts';

/**
 * Judges the past in a thread of its own, a page after another; `onRead` is told how many records a page had. Rejects when it is
 * aborted between two pages.
 */
export async function runSimulation(
  input: SimulationInput,
  onRead: (read: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Outcomes> {
  const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), {
    workerData: input,
    // Under `node --watch` the environment makes a thread report on the port of its rows.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  // Between two answers nobody else would hear of it, and that would end the process.
  worker.on('error', () => undefined);
  const throttle = makeThrottle();
  try {
    await answerOf(worker);
    for (;;) {
      signal.throwIfAborted();
      worker.postMessage('more');
      const message = await answerOf(worker);
      if ('outcomes' in message) return message.outcomes;
      await onRead(message.read);
      await throttle();
    }
  } finally {
    await worker.terminate();
  }
}

/** What the thread says next; rejects when it fails. */
async function answerOf(worker: Worker): Promise<SimulationMessage> {
  const [message] = await once(worker, 'message');
  return message as SimulationMessage;
}
