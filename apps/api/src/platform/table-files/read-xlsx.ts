import { BadFile, brokenWorkbook, oversizedWorkbook } from './bad-file.ts';
import { type Archive, openArchive } from './read-zip.ts';
import {
  attribute,
  columnOf,
  dateStyles,
  dateText,
  elementsOf,
  itemText,
  numberText,
  plainText,
  startOf,
  tagsOf,
} from './sheet-xml.ts';
import { limits, type TableRow } from './table-row.ts';

interface Workbook {
  sheet: string;
  texts: string[];
  dates: ReadonlySet<number>;
  since1904: boolean;
}

/** The rows of a workbook's first sheet as texts, one after another in bounded memory; throws `BadFile`. */
export async function* readXlsx(file: number, size: number): AsyncGenerator<TableRow> {
  const archive = await openArchive(file, size);
  const book = await workbook(archive);
  let last = 0;
  for await (const xml of elements(archive.open(book.sheet), 'row')) {
    const tagEnd = xml.indexOf('>');
    const number = Number(attribute(xml.slice(4, tagEnd), 'r') ?? last + 1);
    if (!Number.isInteger(number) || number <= last || number > 1_048_576) throw brokenWorkbook();
    last = number;
    if (xml[tagEnd - 1] === '/') continue;
    yield { row: number, cells: cellsOf(xml, book) };
  }
}

async function workbook(archive: Archive): Promise<Workbook> {
  if (!archive.has('xl/workbook.xml')) throw brokenWorkbook();
  const book = bare(await archive.text('xl/workbook.xml'));
  const links = bare(await archive.text('xl/_rels/workbook.xml.rels'));
  const targets = new Map<string, string>();
  for (const tag of tagsOf(links, 'Relationship')) {
    const target = attribute(tag, 'Target') ?? '';
    targets.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  const [first = ''] = tagsOf(book, 'sheet');
  const sheet = targets.get(/\s\w+:id\s*=\s*["']([^"']*)/.exec(` ${first}`)?.[1] ?? '');
  if (!sheet || !archive.has(sheet)) throw brokenWorkbook();
  const styles = archive.has('xl/styles.xml') ? bare(await archive.text('xl/styles.xml')) : '';
  return {
    sheet,
    texts: await sharedTexts(archive),
    dates: dateStyles(styles),
    since1904: ['1', 'true'].includes(attribute(tagsOf(book, 'workbookPr')[0] ?? '', 'date1904') ?? ''),
  };
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let length = 0;
  for await (const xml of elements(archive.open('xl/sharedStrings.xml'), 'si')) {
    length += xml.length;
    if (length > limits.sharedTexts) throw oversizedWorkbook();
    texts.push(itemText(xml));
  }
  return texts;
}

/** The elements of one name, each as its XML; none is nested in another of the name. */
async function* elements(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  const close = `</${name}>`;
  let rest = '';
  for await (const chunk of chunks) {
    rest = bare(rest + decoder.decode(chunk, { stream: true }));
    let at = 0;
    for (;;) {
      const start = startOf(rest, name, at);
      const tagEnd = start < 0 ? -1 : rest.indexOf('>', start);
      if (tagEnd < 0) {
        at = start < 0 ? Math.max(at, rest.lastIndexOf('<')) : start;
        break;
      }
      if (rest[tagEnd - 1] === '/') {
        // It counts: as a text that is empty, and for the number of rows that a sheet can have.
        yield rest.slice(start, tagEnd + 1);
        at = tagEnd + 1;
        continue;
      }
      const end = rest.indexOf(close, tagEnd);
      if (end < 0) {
        at = start;
        break;
      }
      yield rest.slice(start, end);
      at = end + close.length;
    }
    rest = rest.slice(Math.max(at, 0));
    if (rest.length > limits.rowLength) throw oversizedWorkbook();
  }
  if (startOf(rest, name, 0) >= 0) throw brokenWorkbook();
}

/** XML without the prefixes that some writers put before the main names; a document type is only there to do harm. */
function bare(xml: string): string {
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) throw brokenWorkbook();
  return xml.includes('<x:') ? xml.replaceAll('<x:', '<').replaceAll('</x:', '</') : xml;
}

function cellsOf(row: string, book: Workbook): string[] {
  const cells: string[] = [];
  for (const { tag, inner } of elementsOf(row, 'c')) {
    const reference = attribute(tag, 'r');
    const column = reference ? columnOf(reference) : cells.length;
    const text = inner ? valueOfCell(tag, inner, book) : '';
    // Formats without a text reach to the last column of many sheets; a text out there is made to do harm.
    if (column >= limits.columns) {
      if (text) throw oversizedWorkbook();
      continue;
    }
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  return cells;
}

function valueOfCell(tag: string, inner: string, { texts, dates, since1904 }: Workbook): string {
  const type = attribute(tag, 't') ?? 'n';
  if (type === 'inlineStr') return itemText(inner);
  const start = inner.indexOf('<v>');
  const raw = start < 0 ? '' : inner.slice(start + 3, inner.indexOf('</v>', start));
  switch (type) {
    case 's': {
      const text = texts[Number(raw)];
      if (text === undefined) throw brokenWorkbook();
      return text;
    }
    case 'n':
      return raw && dates.has(Number(attribute(tag, 's') ?? -1)) ? dateText(raw, since1904) : numberText(raw);
    case 'b':
      // As it is shown: TRUE is no amount of 1.
      return raw === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      throw new BadFile('refused', {
        zh: `单元格 ${attribute(tag, 'r') ?? ''} 的公式有错误（${plainText(raw)}）`,
        en: `The formula of cell ${attribute(tag, 'r') ?? ''} has an error (${plainText(raw)})`,
      });
    default:
      return plainText(raw);
  }
}
