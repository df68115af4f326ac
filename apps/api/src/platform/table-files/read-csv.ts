import { TextDecoder } from 'node:util';
import { BadFile, utf16File } from './bad-file.ts';
import { limits, type TableRow } from './table-row.ts';
import { unneutralised } from './write-csv.ts';

const lineFeed = 10;

/** The rows of a CSV file in UTF-8 (with or without its mark), GBK or GB18030; throws `BadFile` that names the row which can't be read. */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const decode = makeDecoder();
  const records = makeRecords();
  let carry = Buffer.alloc(0);
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
    if (bytes.length - end > limits.rowLength) throw tooLong(records.line());
    if (end > 0) yield* records.lines(decode.text(bytes.subarray(0, end), records.line()));
    carry = Buffer.from(bytes.subarray(end));
  }
  if (carry.length > 0) yield* records.lines(decode.text(carry, records.line()));
  records.end();
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

/** Puts lines together to records: a quoted cell may go over several of them. */
function makeRecords() {
  let line = 1;
  let open: { row: number; lines: string[]; length: number } | undefined;

  function* lines(text: string): Generator<TableRow> {
    let start = 0;
    while (start < text.length) {
      const feed = text.indexOf('\n', start);
      const end = feed < 0 ? text.length : feed + 1;
      const record = recordWith(text.slice(start, end));
      if (record) yield record;
      start = end;
      line++;
    }
  }

  function recordWith(text: string): TableRow | null {
    if (!open && !text.includes('"')) return rowOf(line, withoutEnd(text).split(','));
    const wasOpen = open !== undefined;
    open ??= { row: line, lines: [], length: 0 };
    open.lines.push(text);
    open.length += text.length;
    if (open.length > limits.rowLength) throw unclosed(open.row);
    // Only the new line is looked at: the record anew for each of its lines would take a minute for an open quote.
    if (staysOpen(text, wasOpen)) return null;
    const { row, lines } = open;
    open = undefined;
    return rowOf(row, quotedCells(withoutEnd(lines.join(''))));
  }

  return {
    lines,
    line: () => line,
    end: () => {
      if (open) throw unclosed(open.row);
    },
  };
}

function withoutEnd(text: string): string {
  return text.endsWith('\r\n') ? text.slice(0, -2) : text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Whether a quote is open at the end of a line that begins within one or not. */
function staysOpen(line: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen;
  for (let at = 0; ; ) {
    if (!isOpen && line[at] === '"') {
      isOpen = true;
      at += 1;
    }
    if (isOpen) {
      const quote = line.indexOf('"', at);
      if (quote < 0) return true;
      at = quote + 2;
      if (line[quote + 1] === '"') continue;
      isOpen = false;
      at = quote + 1;
    }
    const comma = line.indexOf(',', at);
    if (comma < 0) return false;
    at = comma + 1;
  }
}

/** The cells of a whole record with quotes. */
function quotedCells(text: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at);
      cells.push(text.slice(at, comma < 0 ? text.length : comma));
      if (comma < 0) return cells;
      at = comma + 1;
      continue;
    }
    let end = at + 1;
    for (;;) {
      end = text.indexOf('"', end);
      if (text[end + 1] !== '"') break;
      end += 2;
    }
    const quoted = text.slice(at + 1, end).replaceAll('""', '"');
    // What follows a closing quote up to the comma belongs to the cell, as spreadsheet programs read it.
    const comma = text.indexOf(',', end);
    cells.push(quoted + text.slice(end + 1, comma < 0 ? text.length : comma));
    if (comma < 0) return cells;
    at = comma + 1;
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
