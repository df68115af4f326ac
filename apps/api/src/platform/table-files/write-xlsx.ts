/** A cell to be written: text stays text whatever it looks like. */
export type Cell = string | number | null;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '\n': '&#10;', '\r': '&#13;' };

/** Text for XML; characters that XML can't hold are left out. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<\n\r]/g, (character) => escapes[character] as string);
}

/** The XML of one row of a sheet. */
export function rowXml(cells: readonly Cell[]): string {
  const parts = cells.map((cell) => {
    if (cell === null || cell === '') return '<c/>';
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
    return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  });
  return `<row>${parts.join('')}</row>`;
}
