/** Text with the `_x000D_` by which spreadsheet programs write control characters. */
export function controlText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
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
