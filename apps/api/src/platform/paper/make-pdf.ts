import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../load/lower-priority.ts';

/** In a worker of `pdfInThread`: makes the file of what it was given and answers its bytes; in another thread, nothing. */
export async function makePdf<Given>(write: (given: Given) => Promise<Uint8Array>): Promise<void> {
  if (!parentPort) return;
  lowerPriority();
  parentPort.postMessage(await write(workerData as Given));
}
