import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { InvalidInput, Refusal } from '../../core/errors.ts';
import type { Spooled } from '../http/spool.ts';
import { makeThrottle } from '../load/background-throttle.ts';
import { brokenWorkbook, oversizedWorkbook, utf16File } from './bad-file.ts';
import type { WorkerInput, WorkerMessage } from './read-table-worker.ts';
import { readingFor } from './reader-slots.ts';
import type { TableRow } from './table-row.ts';

/**
 * A file that takes the thread more of the processor's time is made to keep us busy; in ms for each MiB, at least so much for a small one, and
 * at most so much for a file of any size. `start` is for the thread to begin. The clock would count what others do meanwhile, and what is done
 * with the rows, such as encrypting them; it bounds one batch alone.
 */
const maxTime = { mebibyte: 5000, small: 20_000, file: 60_000, start: 60_000 };

/**
 * Reads a .csv or .xlsx row by row in a thread of its own, one batch ahead, and hands the rows over in batches, the next when the one before
 * is dealt with and waiting requests had a turn. Throws 400 for a file that is broken or made to do harm, 406 for one that a person can mend.
 */
export async function readTable(
  tenantId: string,
  { handle, size }: Spooled,
  onRows: (rows: TableRow[]) => Promise<void>,
): Promise<void> {
  const format = await formatOf(handle);
  await readingFor(tenantId, async () => {
    const worker = new Worker(new URL('./read-table-worker.ts', import.meta.url), {
      workerData: { fd: handle.fd, size, format } satisfies WorkerInput,
      // Under `node --watch` the environment makes a thread report on the port of its rows.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    });
    // Between two answers nobody else would hear of it, and that would end the process.
    worker.on('error', () => undefined);
    const throttle = makeThrottle();
    const bySize = maxTime.mebibyte * Math.ceil(size / 1024 ** 2);
    let left = Math.min(maxTime.file, Math.max(maxTime.small, bySize));
    try {
      // A busy machine may take long to load the thread's code, which is no fault of the file.
      await answer(worker, maxTime.start);
      const more = async () => {
        worker.postMessage('more');
        const message = await answer(worker, left);
        if ('took' in message) left -= message.took;
        return message;
      };
      let next = more();
      for (;;) {
        const message = await next;
        if ('bad' in message) throw failure(message.bad);
        if (message.last) return await onRows(message.rows);
        next = more();
        // Nobody waits for it where these rows are refused.
        next.catch(() => undefined);
        await onRows(message.rows);
        await throttle();
      }
    } finally {
      await worker.terminate();
    }
  });
}

/** What the thread says next; one that says nothing within `ms` is ended. */
async function answer(worker: Worker, ms: number): Promise<WorkerMessage> {
  const gone = new AbortController();
  const timer = setTimeout(() => worker.terminate(), ms);
  try {
    return await Promise.race([
      // Rejects when the thread fails, as with too much memory.
      once(worker, 'message', { signal: gone.signal }).then(([message]) => message as WorkerMessage),
      once(worker, 'exit', { signal: gone.signal }).then(() => ({ bad: oversizedWorkbook() })),
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { bad: oversizedWorkbook() };
    throw error;
  } finally {
    clearTimeout(timer);
    gone.abort();
  }
}

function failure({ kind, text }: { kind: 'broken' | 'refused'; text: { zh: string; en: string } }) {
  return kind === 'broken' ? new InvalidInput([], text) : new Refusal(text);
}

/** By its content, not by its name: a workbook is an archive or, encrypted, an OLE file. */
async function formatOf(handle: Spooled['handle']): Promise<'csv' | 'xlsx'> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
  const start = buffer.subarray(0, bytesRead).toString('latin1');
  if (start.startsWith('PK') || start.startsWith('\xd0\xcf\x11\xe0')) return 'xlsx';
  if (isUtf16(buffer.subarray(0, bytesRead))) throw failure(utf16File());
  if (start.includes('\0')) throw failure(brokenWorkbook());
  return 'csv';
}

/** By its mark, or by the zeros beside each of the first letters that need only one byte. */
function isUtf16(start: Buffer): boolean {
  const mark = start.length >= 2 ? start.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) return true;
  const zeros = [...start].flatMap((byte, at) => (byte === 0 ? [at % 2] : []));
  return zeros.length > 0 && zeros.length <= start.length / 2 && new Set(zeros).size === 1;
}
