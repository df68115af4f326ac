/** The records of a CSV text, read without the service's own reader. */
export function csvLines(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',' && end !== '') lines.push([]);
    if (end === '') break;
  }
  return lines.filter((line) => line.length > 1 || line[0] !== '');
}
