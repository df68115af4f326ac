import { Readable } from 'node:stream';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { OutgoingFile } from '../http/files.ts';
import { mediaTypes } from '../table-files/media-types.ts';
import { byteOrderMark, csvRecord } from '../table-files/write-csv.ts';
import { type Cell, rowXml } from '../table-files/write-xlsx.ts';
import { fileStream } from './file-stream.ts';
import { workbookParts } from './xlsx.ts';
import { zip } from './zip.ts';

/** So much text is put together at once before other work gets its turn. */
const chunkLength = 32 * 1024;

/** A file of rows that come one by one, in constant memory; for what PostgreSQL can write itself see `exportFile`. */
export function tableFile(
  name: string,
  format: FileFormat,
  headings: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): OutgoingFile {
  const bytes =
    format === 'csv'
      ? withHeader(headings, chunked(rows, csvRecord))
      : zip(
          workbookParts(
            'Sheet1',
            headings.map(() => ({ kind: 'text' })),
            headings,
            chunked(rows, rowXml),
          ),
        );
  return {
    fileName: `${name}.${format}`,
    mediaType: mediaTypes[format],
    body: fileStream(Readable.from(bytes, { objectMode: false })),
  };
}

async function* withHeader(headings: readonly string[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + csvRecord(headings));
  yield* rows;
}

async function* chunked(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
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
