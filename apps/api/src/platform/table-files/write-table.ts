import { Readable } from 'node:stream';
import type { OutgoingFile } from '../../wire/implement.ts';
import { byteOrderMark, csvRecord } from './write-csv.ts';
import { type Cell, rowXml, xlsxFromRowXml } from './write-xlsx.ts';

export type TableFormat = 'xlsx' | 'csv';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** So much text is put together at once before other work gets its turn. */
const chunkLength = 32 * 1024;

/** A file of rows that come one by one, in constant memory; fails before it begins when its first rows can't be read. */
export async function tableFile(
  name: string,
  format: TableFormat,
  headers: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<OutgoingFile> {
  const chunks = await primed(chunked(rows, format === 'csv' ? csvRecord : rowXml));
  return fileOf(name, format, headers, chunks);
}

/** The file around chunks of finished rows (records of CSV, or row XML). */
export function fileOf(
  name: string,
  format: TableFormat,
  headers: readonly string[],
  rows: AsyncIterable<Buffer>,
): OutgoingFile {
  const bytes =
    format === 'csv' ? withHeader(headers, rows) : xlsxFromRowXml(headers, rows[Symbol.asyncIterator]());
  return {
    fileName: `${name}.${format}`,
    mediaType: mediaTypes[format],
    body: Readable.from(bytes, { objectMode: false, highWaterMark: 256 * 1024 }),
  };
}

/** Waits for the first chunk, so that what fails at once still gets an answer in words; the chunk is not lost. */
export async function primed(chunks: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Buffer>> | undefined = Promise.resolve(await iterator.next());
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const next = first ?? iterator.next();
        first = undefined;
        return next;
      },
      return: async (value) => (await iterator.return?.(value)) ?? { done: true, value },
    }),
  };
}

async function* withHeader(headers: readonly string[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + csvRecord(headers));
  yield* rows;
}

async function* chunked(
  rows: AsyncIterable<readonly Cell[]>,
  write: (cells: readonly Cell[]) => string,
): AsyncGenerator<Buffer> {
  let text = '';
  for await (const row of rows) {
    text += write(row);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
    // Rows that are all there already would never let the event loop go.
    await new Promise(setImmediate);
  }
  if (text) yield Buffer.from(text);
}
