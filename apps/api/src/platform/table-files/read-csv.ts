import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { BadFile, utf16File } from './bad-file.ts';
import { limits, type TableRow } from './table-row.ts';
import { unneutralised } from './write-csv.ts';

const lineFeed = 10;

/** The rows of a CSV file in UTF-8 (with or without its mark), GBK or GB18030; throws `BadFile` that names the row which can't be read. */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const starts: number[] = [];
  let row = 1;
  let parsedLines = 0;
  const parser = parse({
    max_record_size: limits.rowLength,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells, { lines }) => {
      starts.push(row);
      // The parser counts a line end of two characters within quotes as two lines.
      row += 1 + countOf('\n', cells);
      parsedLines = lines;
      return cells;
    },
  });
  // Its failure reaches the reader through the parser it destroys.
  pipeline(linesOf(chunks), parser).catch(() => undefined);
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield rowOf(starts.shift() as number, cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A record that goes over several lines has an open quote.
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || (error.lines as number) > parsedLines + 1;
    throw isOpen ? unclosed(row) : tooLong(row);
  }
}

/** The text in pieces of whole lines. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decode = makeDecoder();
  let carry = Buffer.alloc(0);
  let line = 1;
  let first = true;
  for await (const chunk of chunks) {
    let bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk;
    if (first) {
      // Its first letters may be such that only its commas and line ends tell.
      if (hasUtf16Marks(bytes)) throw utf16File();
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
        decode.choose('utf-8');
        bytes = bytes.subarray(3);
      }
      first = false;
    }
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      const decoded = decode.text(bytes.subarray(0, end), line);
      yield decoded;
      line += countOf('\n', [decoded]);
    }
    carry = Buffer.from(bytes.subarray(end));
    if (carry.length > limits.rowLength) throw tooLong(line);
  }
  if (carry.length > 0) yield decode.text(carry, line);
}

function countOf(character: string, texts: string[]): number {
  return texts.reduce((count, text) => count + text.split(character).length - 1, 0);
}

/** A comma or a line end of two bytes; a text of one byte a letter may have a stray zero in it. */
function hasUtf16Marks(bytes: Buffer): boolean {
  return [',\0', '\n\0', '\0,', '\0\n'].some((mark) => {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
      if (at % 2 === 0) return true;
    return false;
  });
}

/**
 * Line feeds are no part of any character in these encodings, so whole lines can be decoded by themselves. The first line
 * that is not plain ASCII, nearly always the Chinese header, decides: GBK's characters are no UTF-8. Guessing line by
 * line instead would let one bad byte turn a whole file into other characters.
 */
function makeDecoder() {
  let decoder: TextDecoder | undefined;

  function choose(encoding: 'utf-8' | 'gb18030'): void {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  }

  function text(bytes: Buffer, firstLine: number): string {
    if (!decoder) {
      const line = firstForeignLine(bytes);
      if (!line) return bytes.toString('latin1');
      choose(decodes(new TextDecoder('utf-8', { fatal: true }), line) ? 'utf-8' : 'gb18030');
    }
    try {
      return (decoder as TextDecoder).decode(bytes);
    } catch {
      throw undecodable(firstLine + badLine(decoder as TextDecoder, bytes));
    }
  }

  return { choose, text };
}

function firstForeignLine(bytes: Buffer): Buffer | undefined {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  if (at < 0) return undefined;
  const start = bytes.lastIndexOf(lineFeed, at) + 1;
  const end = bytes.indexOf(lineFeed, at);
  return bytes.subarray(start, end < 0 ? bytes.length : end);
}

function badLine(decoder: TextDecoder, bytes: Buffer): number {
  let start = 0;
  for (let line = 0; ; line++) {
    const end = bytes.indexOf(lineFeed, start);
    if (end < 0 || !decodes(decoder, bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function decodes(decoder: TextDecoder, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function rowOf(row: number, cells: string[]): TableRow {
  if (cells.length > limits.columns) throw tooLong(row);
  return { row, cells: cells.map(unneutralised) };
}

function undecodable(row: number): BadFile {
  return new BadFile('refused', {
    zh: `第 ${row} 行含有无法识别的字符，请将文件另存为 UTF-8 或 GBK 编码`,
    en: `Row ${row} holds bytes that are no text, save the file as UTF-8 or GBK`,
  });
}

function unclosed(row: number): BadFile {
  return new BadFile('refused', {
    zh: `第 ${row} 行的引号没有结束`,
    en: `A quote of row ${row} is never closed`,
  });
}

function tooLong(row: number): BadFile {
  return new BadFile('refused', { zh: `第 ${row} 行过长`, en: `Row ${row} is too long` });
}
