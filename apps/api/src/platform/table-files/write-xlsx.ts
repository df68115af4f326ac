import {
  maxSheetRows,
  numberCellEnd,
  numberCellStart,
  sheetEnd,
  sheetName,
  sheetStart,
  textCellEnd,
  textCellStart,
  workbookParts,
  xmlText,
} from './xlsx-parts.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

/** A cell to be written: text stays text whatever it looks like. */
export type Cell = string | number | null;

/** The XML of one row, ended by a line break. */
export function rowXml(cells: readonly Cell[]): string {
  const parts = cells.map((cell) => {
    if (cell === null || cell === '') return '<c/>';
    if (typeof cell === 'number') return `${numberCellStart}${cell}${numberCellEnd}`;
    return `${textCellStart}${xmlText(cell)}${textCellEnd}`;
  });
  return `<row>${parts.join('')}</row>\n`;
}

/** A workbook from chunks of row XML, each row ended by a line break; more rows than a sheet holds go on in the next one. */
export function xlsxFromRowXml(
  headers: readonly string[],
  rows: AsyncIterator<Buffer>,
  sheetRows = maxSheetRows,
): AsyncGenerator<Buffer> {
  return zipStream(entries());

  async function* entries(): AsyncGenerator<ZipEntry> {
    let sheets = 0;
    let rest: Buffer | undefined;
    let over = false;
    while (!over) {
      yield { name: sheetName(sheets++), content: sheet() };
    }
    yield* workbookParts(sheets);

    async function* sheet(): AsyncGenerator<Buffer> {
      yield sheetStart(headers);
      let left = sheetRows - 1;
      for (;;) {
        const chunk: Buffer | undefined = rest ?? (await rows.next()).value;
        rest = undefined;
        if (!chunk) {
          over = true;
          break;
        }
        const cut = endOfRow(chunk, left);
        left -= cut.rows;
        yield cut.at === chunk.length ? chunk : chunk.subarray(0, cut.at);
        if (left > 0) continue;
        if (cut.at < chunk.length) rest = chunk.subarray(cut.at);
        else rest = (await rows.next()).value;
        over = rest === undefined;
        break;
      }
      yield sheetEnd;
    }
  }
}

/** Where the row with the number `most` ends in the chunk, or the chunk's own end, and how many rows end before. */
function endOfRow(chunk: Buffer, most: number): { at: number; rows: number } {
  let at = 0;
  let rows = 0;
  while (rows < most) {
    const next = chunk.indexOf(10, at);
    if (next < 0) return { at: chunk.length, rows };
    at = next + 1;
    rows++;
  }
  return { at, rows };
}
