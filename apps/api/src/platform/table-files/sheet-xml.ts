import { brokenWorkbook } from './bad-file.ts';

/** Where the next start tag of a name begins; -1 when there is none. */
export function startOf(xml: string, name: string, from: number): number {
  for (let at = xml.indexOf(`<${name}`, from); at >= 0; at = xml.indexOf(`<${name}`, at + 1)) {
    const next = xml[at + name.length + 1];
    if (next === undefined || next === '>' || next === ' ' || next === '/' || next === '\n' || next === '\r')
      return at;
  }
  return -1;
}

/** An element: what stands in its start tag, and what in it. */
interface Element {
  tag: string;
  inner: string;
}

/**
 * The elements of one name, none of which is nested in another of it. By searches that find or end it: a pattern would look
 * for the end of each unfinished tag anew, which takes a minute for 1 MB of them.
 */
export function* elementsOf(xml: string, name: string): Generator<Element> {
  const close = `</${name}>`;
  for (let at = startOf(xml, name, 0); at >= 0; ) {
    const tagEnd = xml.indexOf('>', at);
    if (tagEnd < 0) throw brokenWorkbook();
    const isEmpty = xml[tagEnd - 1] === '/';
    const end = isEmpty ? tagEnd : xml.indexOf(close, tagEnd);
    if (end < 0) throw brokenWorkbook();
    const tag = xml.slice(at + 1 + name.length, isEmpty ? tagEnd - 1 : tagEnd);
    yield { tag, inner: isEmpty ? '' : xml.slice(tagEnd + 1, end) };
    at = startOf(xml, name, isEmpty ? tagEnd + 1 : end + close.length);
  }
}

/** The insides of all start tags of a name. */
export function tagsOf(xml: string, name: string): string[] {
  const tags: string[] = [];
  for (let at = startOf(xml, name, 0); at >= 0; ) {
    const tagEnd = xml.indexOf('>', at);
    if (tagEnd < 0) throw brokenWorkbook();
    tags.push(xml.slice(at + 1 + name.length, tagEnd));
    at = startOf(xml, name, tagEnd);
  }
  return tags;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text out of XML: its entities, and the `_x000D_` by which spreadsheet programs write control characters. */
export function plainText(xml: string): string {
  const text = xml.includes('&')
    ? xml.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => entity(name) ?? whole)
    : xml;
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name];
  const code =
    name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** All texts of a string item, without the reading aids of East Asian scripts. */
export function itemText(xml: string): string {
  let text = '';
  for (const { inner } of elementsOf(withoutReadings(xml), 't')) text += inner;
  return plainText(text);
}

function withoutReadings(xml: string): string {
  let text = '';
  let at = 0;
  for (let start = startOf(xml, 'rPh', 0); start >= 0; start = startOf(xml, 'rPh', at)) {
    const end = xml.indexOf('</rPh>', start);
    if (end < 0) throw brokenWorkbook();
    text += xml.slice(at, start);
    at = end + '</rPh>'.length;
  }
  return text + xml.slice(at);
}

/** The value of an attribute in the inside of a start tag. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : plainText(value);
}

/** The number of a column, A being 0, in a reference such as AB12. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

/** A number as a person would read it: no exponent for whole ones, none of the dust of binary fractions. */
export function numberText(raw: string): string {
  const number = Number(raw);
  if (raw === '' || !Number.isFinite(number)) return raw;
  if (Number.isSafeInteger(number)) return String(number);
  return String(Number(number.toPrecision(15)));
}

/** A serial number of 1900's calendar as 2026-01-31 or 2026-01-31 12:00:00. */
export function dateText(raw: string, since1904: boolean): string {
  const serial = Number(raw);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return raw;
  // 1900's leap day, which never was, is part of the calendar.
  const days = serial + (since1904 ? 1462 : 0);
  const text = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString();
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** No spreadsheet program takes a longer code of a number's format, in characters. */
const longestFormat = 255;

/** Which of a workbook's cell styles show a number as a date. */
export function dateStyles(stylesXml: string): ReadonlySet<number> {
  const own = new Set<number>();
  for (const tag of tagsOf(stylesXml, 'numFmt')) {
    const code = (attribute(tag, 'formatCode') ?? '')
      .slice(0, longestFormat)
      .replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    if (/[yd年月日]/i.test(code)) own.add(Number(attribute(tag, 'numFmtId')));
  }
  const styles = new Set<number>();
  const [cellXfs] = elementsOf(stylesXml, 'cellXfs');
  tagsOf(cellXfs?.inner ?? '', 'xf').forEach((tag, index) => {
    const format = Number(attribute(tag, 'numFmtId') ?? 0);
    if (builtInDates.has(format) || own.has(format)) styles.add(index);
  });
  return styles;
}
