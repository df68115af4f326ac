import type { Cell } from './write-xlsx.ts';

/** Spreadsheet programs take the file for UTF-8 only with it. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet program would run as a formula when it is the first character of a cell. */
export const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'] as const;

const formula = new RegExp(
  `^[${formulaStarts.map((start) => `\\u${start.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`,
);

/** Makes a formula plain text, as spreadsheet programs do it: with an apostrophe in front. */
function neutralised(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text as it was before `neutralised`. */
export function unneutralised(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** One record of a CSV file; texts are neutralised, numbers are not. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(neutralised(cell)) : (cell ?? ''))).join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
