import { Prisma } from '@xyxlx/database/client/client';
import type { ExportColumn } from './copy-export.ts';
import { formulaStarts } from './write-csv.ts';
import { numberCellEnd, numberCellStart, textCellEnd, textCellStart } from './xlsx-parts.ts';

const starts = [...formulaStarts];

/** A cell of a CSV export; the two comparisons spare nearly every cell the look at its first character. */
export function csvCell({ kind, value }: ExportColumn): Prisma.Sql {
  if (kind !== 'text') return value;
  return Prisma.sql`CASE WHEN (${value}) COLLATE "C" < 'A' OR (${value}) COLLATE "C" > '＊'
    THEN CASE WHEN left(${value}, 1) = ANY(${starts}::text[]) THEN '''' || (${value}) ELSE ${value} END ELSE ${value} END`;
}

/** The XML of a row of an XLSX export. */
export function xlsxRow(columns: readonly ExportColumn[]): Prisma.Sql {
  const cells = columns.map(({ kind, value }) => {
    const [start, end] = kind === 'number' ? [numberCellStart, numberCellEnd] : [textCellStart, textCellEnd];
    const text = kind === 'text' ? xmlSafe(value) : Prisma.sql`(${value})::text`;
    return Prisma.sql`coalesce(${start} || ${text} || ${end}, '<c/>')`;
  });
  return Prisma.sql`'<row>' || ${Prisma.join(cells, ' || ')} || '</row>'`;
}

/** What can't stand in XML as it is, is replaced or left out; only texts that hold such a character pay for it. */
function xmlSafe(value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN (${value}) ~ ${'[\\x01-\\x1f&<>\\ufffe\\uffff]'} THEN
    replace(replace(replace(replace(replace(translate(${value}, ${forbidden}, ''),
      '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(10), '&#10;'), chr(13), '&#13;') ELSE ${value} END`;
}

/** Control characters other than tab, line feed and carriage return, and two that are no characters. */
const forbidden = [
  ...Array.from({ length: 31 }, (_, index) => index + 1).filter((code) => ![9, 10, 13].includes(code)),
  0xfffe,
  0xffff,
]
  .map((code) => String.fromCharCode(code))
  .join('');
