import type { ZipEntry } from './zip-stream.ts';

/** A sheet of Excel ends here, header included. */
export const maxSheetRows = 1_048_576;

/** Text cells are of the text format: what looks like a formula or a number stays as it was typed, also after an edit. */
const textStyle = 1;
const headerStyle = 2;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text for XML; characters that XML can't hold are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\n\r]/g, (character) => escapes[character] as string);
}

/** The start of a text cell, up to its escaped text. */
export const textCellStart = `<c t="inlineStr" s="${textStyle}"><is><t xml:space="preserve">`;
export const textCellEnd = '</t></is></c>';
export const numberCellStart = '<c><v>';
export const numberCellEnd = '</v></c>';

/** The start of a sheet with its header row, which stays in sight. */
export function sheetStart(headers: readonly string[]): Buffer {
  const cells = headers.map(
    (header) => `<c t="inlineStr" s="${headerStyle}"><is><t>${xmlText(header)}</t></is></c>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headers.length}" width="20" customWidth="1"/></cols><sheetData>\n<row>${cells.join('')}</row>\n`,
  );
}

export const sheetEnd = Buffer.from('</sheetData></worksheet>');

export const sheetName = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

/** Everything of a workbook but its sheets. */
export function workbookParts(sheets: number): ZipEntry[] {
  const all = Array.from({ length: sheets }, (_, index) => index + 1);
  const part = (name: string, xml: string): ZipEntry => ({
    name,
    content: [Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)],
  });
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return [
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all.map((no) => `<sheet name="Sheet${no}" sheetId="${no}" r:id="rId${no}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relations}">${all.map((no) => `<Relationship Id="rId${no}" Type="${office}/worksheet" Target="worksheets/sheet${no}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${all.map((no) => `<Override PartName="/${sheetName(no - 1)}" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    ),
  ];
}
