import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Refusal } from '../../../core/errors.ts';
import type { WorkerInput } from './pdf-worker.ts';

/** One file after another, each in a thread of its own: it takes some 100 MB, and the processor for seconds. */
const slot = pLimit(1);
const mostWaiting = 4;

/** The vouchers as a PDF; throws 406 where too many wait for theirs. */
export async function pdfOf(input: WorkerInput): Promise<Buffer> {
  if (slot.activeCount + slot.pendingCount > mostWaiting) {
    throw new Refusal({
      zh: '正在生成的打印文件过多，请稍后再试',
      en: 'Too many files are being made at this moment, try again later',
    });
  }
  return slot(() => inThread(input));
}

async function inThread(workerData: WorkerInput): Promise<Buffer> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData,
    // Under `node --watch` the environment makes a thread report on the port of its rows.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(bytes);
  } finally {
    await worker.terminate();
  }
}
