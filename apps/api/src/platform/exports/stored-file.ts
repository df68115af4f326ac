import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { Refusal } from '../../core/errors.ts';
import type { OutgoingFile } from '../http/files.ts';
import type { JobKey, JobWork } from '../jobs/job-kind.ts';
import { mediaTypes } from '../table-files/media-types.ts';
import { fileStream } from './file-stream.ts';

/** How long a file waits to be fetched, in ms. */
const keptFor = 24 * 60 * 60_000;

/** The bytes of one chunk. */
const chunkSize = 1024 * 1024;

/** Where the writing is: of the run that took the job last, so that a killed one's chunks are not built upon. */
interface Written {
  run: string;
  chunks: number;
  rows: number;
}

/** Writes a file chunk by chunk, a step each; a run that takes over from a killed one starts from the beginning, as the rows may have changed. */
export async function storeFile(work: JobWork, file: Readable, rowsSoFar: () => number): Promise<void> {
  const run = crypto.randomUUID();
  const chunks = chunksOf(file);
  let next: { seq: number; bytes: Buffer | undefined } | undefined;
  try {
    await work.steps(async (tx, checkpoint) => {
      const before = checkpoint as Written | null;
      if (before?.run !== run) {
        await tx.exportChunk.deleteMany({ where: { tenantId: work.tenantId, jobId: work.id } });
        return { checkpoint: { run, chunks: 0, rows: 0 } satisfies Written, done: -(before?.rows ?? 0) };
      }
      const seq = before.chunks + 1;
      // A step that has to be tried again writes the same chunk again.
      if (next?.seq !== seq) next = { seq, bytes: (await chunks.next()).value };
      if (!next.bytes) {
        // A reader of a broken stream finds its end.
        if (file.errored) throw file.errored;
        return null;
      }
      const { tenantId, id: jobId } = work;
      await tx.exportChunk.create({ data: { tenantId, jobId, seq, bytes: new Uint8Array(next.bytes) } });
      const rows = rowsSoFar();
      return { checkpoint: { run, chunks: seq, rows } satisfies Written, done: rows - before.rows };
    });
  } finally {
    file.destroy();
  }
}

/** The bytes of a stream in pieces of 1 MiB. */
export async function* chunksOf(file: Readable): AsyncGenerator<Buffer, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of file as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size < chunkSize) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** The file that a job has written, at its reader's pace; 406 once it has expired. */
export function storedFile(
  pool: pg.Pool,
  { fileName, finishedAt, ...job }: JobKey & { fileName: string; finishedAt: Date },
  now: Date,
): OutgoingFile {
  if (now.getTime() > finishedAt.getTime() + keptFor) {
    throw new Refusal({ zh: '文件已过期，请重新导出', en: 'The file has expired, export it again' });
  }
  const stored = Readable.from(storedChunks(pool, job), { objectMode: false });
  return fileName.endsWith('.xlsx')
    ? { fileName, mediaType: mediaTypes.xlsx, body: fileStream(stored) }
    : { fileName, mediaType: mediaTypes.csv, body: fileStream(stored, createGunzip()) };
}

async function* storedChunks(pool: pg.Pool, { tenantId, id }: JobKey): AsyncGenerator<Buffer> {
  const { rows } = await pool.query<{ chunks: number }>(
    `SELECT (checkpoint->>'chunks')::int AS chunks FROM jobs WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id],
  );
  for (let seq = 1; seq <= (rows[0]?.chunks ?? 0); seq++) {
    const found = await pool.query<{ bytes: Buffer }>({
      name: 'export-chunk',
      text: 'SELECT bytes FROM export_chunks WHERE tenant_id = $1 AND job_id = $2 AND seq = $3',
      values: [tenantId, id, seq],
    });
    // Deleted while it was read: the connection breaks, so that nobody takes a part for the whole.
    if (!found.rows[0]) throw new Error(`The chunk ${seq} of the export ${id} is missing`);
    yield found.rows[0].bytes;
  }
}

/** A tenant's files are kept for a day after they were written. */
export async function deleteExpiredFiles(
  pool: Pick<pg.Pool, 'query'>,
  tenantId: string,
  now: Date,
): Promise<void> {
  await pool.query(
    `DELETE FROM export_chunks c USING jobs j
     WHERE c.tenant_id = $1 AND j.tenant_id = $1 AND j.id = c.job_id AND j.finished_at < $2`,
    [tenantId, new Date(now.getTime() - keptFor)],
  );
}
