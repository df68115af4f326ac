import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Refusal } from '../../core/errors.ts';

/** One file after another, each in a thread of its own: it takes some 100 MB, and the processor for seconds. */
const slot = pLimit(1);
const mostWaiting = 4;

/** The PDF that a worker's module makes of what it is given, as `makePdf` has it answer; throws 406 where too many wait for theirs. */
export async function pdfInThread(module: URL, given: unknown): Promise<Buffer> {
  if (slot.activeCount + slot.pendingCount > mostWaiting) {
    throw new Refusal({
      zh: '正在生成的打印文件过多，请稍后再试',
      en: 'Too many files are being made at this moment, try again later',
    });
  }
  return slot(() => inThread(module, given));
}

async function inThread(module: URL, workerData: unknown): Promise<Buffer> {
  const worker = new Worker(module, {
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
