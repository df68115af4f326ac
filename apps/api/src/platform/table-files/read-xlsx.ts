import { BadFile, brokenWorkbook, oversizedWorkbook } from './bad-file.ts';
import { readDateStyles } from './date-styles.ts';
import { prefixed, readXml, type XmlReader } from './read-xml.ts';
import { type Archive, openArchive } from './read-zip.ts';
import { columnOf, controlText, dateText, numberText } from './sheet-values.ts';
import { limits, type TableRow } from './table-row.ts';

interface Workbook {
  sheet: string;
  texts: string[];
  dates: ReadonlySet<number>;
  since1904: boolean;
}

/** Bytes of the parts that only say where things are and how they look. */
const smallPart = 4 * 1024 * 1024;

/** The rows of a workbook's first sheet as texts, one after another in bounded memory; throws `BadFile`. */
export async function* readXlsx(file: number): AsyncGenerator<TableRow> {
  const archive = await openArchive(file);
  const book = await workbook(archive);
  yield* readXml<TableRow>(archive.open(book.sheet), (found) => sheetReader(book, found));
}

async function workbook(archive: Archive): Promise<Workbook> {
  let first: string | undefined;
  let since1904 = false;
  await readAll(archive.open('xl/workbook.xml', smallPart), (name, attributes) => {
    if (name === 'sheet') first ??= prefixed(attributes, 'id');
    if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
  });
  let sheet: string | undefined;
  await readAll(archive.open('xl/_rels/workbook.xml.rels', smallPart), (name, { Id, Target = '' }) => {
    if (name !== 'Relationship' || first === undefined || Id !== first) return;
    sheet = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
  });
  if (!sheet || !archive.has(sheet)) throw brokenWorkbook();
  return { sheet, texts: await sharedTexts(archive), dates: await dateStyles(archive), since1904 };
}

async function dateStyles(archive: Archive): Promise<ReadonlySet<number>> {
  const { reader, styles } = readDateStyles();
  if (archive.has('xl/styles.xml')) {
    for await (const _ of readXml<never>(archive.open('xl/styles.xml', smallPart), () => reader));
  }
  return styles;
}

async function readAll(chunks: AsyncIterable<Buffer>, open: XmlReader['open']): Promise<void> {
  for await (const _ of readXml<never>(chunks, () => ({ open })));
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let length = 0;
  for await (const text of readXml<string>(archive.open('xl/sharedStrings.xml'), itemReader)) {
    // An empty one takes a place, too.
    length += text.length + 1;
    if (length > limits.sharedTexts) throw oversizedWorkbook();
    texts.push(text);
  }
  return texts;
}

/** Finds the text of each string item, without the reading aids of East Asian scripts. */
function itemReader(found: (text: string) => void): XmlReader {
  const item = textCollector();
  return {
    open: (name) => item.open(name),
    text: item.text,
    close: (name) => {
      item.close(name);
      if (name === 'si') found(item.take());
    },
  };
}

/** Puts together what stands in `t` elements, but for those of reading aids (`rPh`). */
function textCollector() {
  let collected = '';
  let isText = false;
  let isReading = false;
  return {
    open: (name: string) => {
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text: (text: string) => {
      if (isText) collected += text;
    },
    close: (name: string) => {
      if (name === 'rPh') isReading = false;
      isText = false;
    },
    /** The text so far; starts empty again. */
    take: () => {
      const text = controlText(collected);
      collected = '';
      return text;
    },
  };
}

interface OpenCell {
  reference: string;
  type: string;
  style: number;
}

/** Finds the rows of a sheet. */
function sheetReader(book: Workbook, found: (row: TableRow) => void): XmlReader {
  const inline = textCollector();
  let row: (TableRow & { length: number }) | undefined;
  let last = 0;
  let cell: OpenCell | undefined;
  let value = '';
  let isValue = false;

  function open(name: string, attributes: Record<string, string>): void {
    inline.open(name);
    isValue = name === 'v';
    if (name === 'row') {
      if (row) throw brokenWorkbook();
      const number = Number(attributes.r ?? last + 1);
      if (!Number.isInteger(number) || number <= last || number > 1_048_576) throw brokenWorkbook();
      last = number;
      row = { row: number, cells: [], length: 0 };
    } else if (name === 'c') {
      if (!row || cell) throw brokenWorkbook();
      cell = { reference: attributes.r ?? '', type: attributes.t ?? 'n', style: Number(attributes.s ?? -1) };
      value = '';
      inline.take();
    }
  }

  function close(name: string): void {
    inline.close(name);
    isValue = false;
    if (name === 'c' && row && cell) {
      place(row, cell, cell.type === 'inlineStr' ? inline.take() : textOf(cell, value, book));
      cell = undefined;
    } else if (name === 'row' && row) {
      if (row.cells.length > 0) found({ row: row.row, cells: row.cells });
      row = undefined;
    }
  }

  return {
    open,
    close,
    text: (text) => {
      inline.text(text);
      if (isValue) value += text;
    },
  };
}

function place(row: TableRow & { length: number }, { reference }: OpenCell, text: string): void {
  const column = reference ? columnOf(reference) : row.cells.length;
  row.length += text.length;
  if (row.length > limits.rowLength) throw oversizedWorkbook();
  // Formats without a text reach to the last column of many sheets; a text out there is made to do harm.
  if (column >= limits.columns) {
    if (text) throw oversizedWorkbook();
    return;
  }
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = text;
}

function textOf({ type, style, reference }: OpenCell, raw: string, book: Workbook): string {
  if (raw === '') return '';
  switch (type) {
    case 's': {
      const text = book.texts[Number(raw)];
      if (text === undefined) throw brokenWorkbook();
      return text;
    }
    case 'n':
      return book.dates.has(style) ? dateText(raw, book.since1904) : numberText(raw);
    case 'b':
      // As it is shown: TRUE is no amount of 1.
      return raw === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      throw new BadFile('refused', {
        zh: `单元格 ${reference} 的公式有错误（${raw}）`,
        en: `The formula of cell ${reference} has an error (${raw})`,
      });
    default:
      return controlText(raw);
  }
}
