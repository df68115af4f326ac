import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Refusal } from '../../wire/errors.ts';
import { makeGiveWay } from '../give-way.ts';

/** Exports that one replica answers side by side; each keeps a connection as long as its reader takes. */
const atOnce = 3;
let running = 0;

export interface CopyOptions {
  /** Nobody waits at the other end, the job queue bounds how many there are; hears how many rows went through. */
  inBackground?: (rows: number) => void;
}

/** What a COPY … TO STDOUT writes, at the reader's pace; a reader that goes away ends the statement, an error breaks the stream. */
export async function copyOut(
  pool: pg.Pool,
  statement: string,
  { inBackground }: CopyOptions = {},
): Promise<Readable> {
  if (!inBackground && running >= atOnce) {
    throw new Refusal({
      zh: '正在进行的导出过多，请稍后再试',
      en: 'Too many exports at this moment, try again later',
    });
  }
  const counts = inBackground ? 0 : 1;
  running += counts;
  const giveWay = makeGiveWay();
  const out = new Transform({
    highWaterMark: 256 * 1024,
    transform: (chunk: Buffer, _, done) => {
      inBackground?.(lineEnds(chunk));
      // A job gives way between its steps, and is read no faster than they go.
      if (inBackground) done(null, chunk);
      else giveWay().then(() => done(null, chunk));
    },
  });
  try {
    const client = await pool.connect();
    // By an index and in one process, rows go out from the first moment on, at the reader's pace. Sorted first, a million take three
    // seconds to begin, and several processes read ahead of whoever they are to give way to.
    await client.query('SET enable_sort = off; SET max_parallel_workers_per_gather = 0');
    const copy = client.query(copyTo(statement));
    pipeline(copy, out)
      .then(() => client.query('RESET enable_sort; RESET max_parallel_workers_per_gather'))
      .then(
        () => client.release(),
        // A half-read COPY can't be taken up again: the connection goes with it, and the server stops.
        (error: Error) => client.release(error),
      )
      .finally(() => {
        running -= counts;
      });
  } catch (error) {
    running -= counts;
    throw error;
  }
  await firstBytes(out);
  return out;
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
