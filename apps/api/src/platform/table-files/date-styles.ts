import type { XmlReader } from './read-xml.ts';

const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** No spreadsheet program takes a longer code of a number's format, in characters. */
const longestFormat = 255;

/** Finds which of a workbook's cell styles show a number as a date. */
export function readDateStyles(): { reader: XmlReader; styles: ReadonlySet<number> } {
  const own = new Set<number>();
  const styles = new Set<number>();
  let isList = false;
  let index = 0;
  const reader: XmlReader = {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt' && showsDate(formatCode)) own.add(Number(numFmtId));
      if (name === 'cellXfs') isList = true;
      if (name !== 'xf' || !isList) return;
      if (builtInDates.has(Number(numFmtId)) || own.has(Number(numFmtId))) styles.add(index);
      index++;
    },
    close: (name) => {
      if (name === 'cellXfs') isList = false;
    },
  };
  return { reader, styles };
}

/** Whether a format's code has years, days or their signs outside of quoted text and brackets. */
function showsDate(formatCode: string): boolean {
  return /[yd年月日]/i.test(formatCode.slice(0, longestFormat).replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}
