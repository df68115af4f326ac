import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { longTimeout } from '../db/service-pool.ts';
import { type ExportReader, takeExportSlot } from './export-slots.ts';
import { givingWay, highWaterMark } from './giving-way.ts';

/** Who is at the other end: somebody who waits, or a job, which is bounded by its queue and hears how many rows went through. */
export type CopyFor = { reader: ExportReader } | { onRows: (rows: number) => void };

/** What a COPY … TO STDOUT writes, at the reader's pace; a reader that goes away ends the statement, an error breaks the stream. */
export async function copyOut(pool: pg.Pool, statement: string, whom: CopyFor): Promise<Readable> {
  const free = 'reader' in whom ? takeExportSlot(whom.reader) : () => undefined;
  try {
    const client = await connectionFor(pool);
    const out = 'onRows' in whom ? counting(whom.onRows) : givingWay();
    // The reader hears of a failure; until there is one it must not end the process.
    out.on('error', () => undefined);
    pipeline(client.query(copyTo(statement)), out)
      .finally(free)
      .then(() => client.query('COMMIT'))
      .then(
        () => client.release(),
        // A half-read COPY can't be taken up again: the connection goes with it, and the server stops.
        (error: Error) => client.release(error),
      );
    await firstBytes(out);
    return out;
  } catch (error) {
    free();
    throw error;
  }
}

/** A connection on which rows go out from the first moment on, at the reader's pace. */
async function connectionFor(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    // By an index and in one process: sorted first, a million rows take three seconds to begin, and several processes read ahead of
    // the requests that they are to give way to. What is joined is looked up once each: with the usual 4 MB, most of
    // 60,000 employees were forgotten and looked up again.
    await client.query(
      `BEGIN READ ONLY; SET LOCAL enable_sort = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL work_mem = '32MB'; ${longTimeout(0)}`,
    );
    return client;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** A job gives way between its steps, and is read no faster than they go. */
function counting(onRows: (rows: number) => void): Transform {
  return new Transform({
    highWaterMark,
    transform: (chunk: Buffer, _, done) => {
      onRows(lineEnds(chunk));
      done(null, chunk);
    },
  });
}

/** A row ends in one; no cell has any. */
function lineEnds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}

/** Waits until something can be read, so that a statement that fails at once is still answered as a failure. */
function firstBytes(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      stream.off('readable', onReadable);
      stream.off('error', settle);
      stream.off('end', onReadable);
      if (error) reject(error);
      else resolve();
    };
    const onReadable = () => settle();
    stream.once('readable', onReadable);
    stream.once('end', onReadable);
    stream.once('error', settle);
  });
}
