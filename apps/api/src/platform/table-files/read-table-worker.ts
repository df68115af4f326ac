import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../load/lower-priority.ts';
import { BadFile } from './bad-file.ts';
import { piecesOf } from './read-bytes.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { TableRow } from './table-row.ts';

/** What the worker is given. */
export interface WorkerInput {
  /** The descriptor of the open file, which all threads of a process share. */
  fd: number;
  size: number;
  format: 'csv' | 'xlsx';
}

/**
 * What the worker says: no rows when it is ready, then rows until there are no more, with the time of the processor that they took in ms, or
 * why it can't go on.
 */
export type WorkerMessage =
  | { rows: TableRow[]; last: boolean; took: number }
  | { bad: Pick<BadFile, 'kind' | 'text'> };

const batch = 500;
const port = parentPort;
if (port) {
  lowerPriority();
  const { fd, size, format } = workerData as WorkerInput;
  const rows = format === 'xlsx' ? readXlsx(fd) : readCsv(piecesOf(fd, 0, size, 256 * 1024));
  // One batch at a time, while the reader deals with the one before.
  port.on('message', async () => {
    try {
      port.postMessage(await next(rows));
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      port.postMessage({ bad: { kind: error.kind, text: error.text } } satisfies WorkerMessage);
    }
  });
  port.postMessage({ rows: [], last: false, took: 0 } satisfies WorkerMessage);
}

async function next(rows: AsyncIterator<TableRow>): Promise<WorkerMessage> {
  const before = process.threadCpuUsage();
  const some: TableRow[] = [];
  let last = false;
  while (some.length < batch && !last) {
    const { value, done } = await rows.next();
    if (done) last = true;
    else some.push(value);
  }
  const { user, system } = process.threadCpuUsage(before);
  return { rows: some, last, took: (user + system) / 1000 };
}
