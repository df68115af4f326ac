import { plainHeading } from '../table-files/plain-heading.ts';
import type { ImportColumn } from './import-definition.ts';

/** Where each column of an import stands in a file with this header; -1 where it is left out. */
export function columnsInFile(columns: readonly ImportColumn[], header: readonly string[]): number[] {
  const headings = header.map(plainHeading);
  return columns.map(({ label }) => {
    const names = [label.zh, label.en].map(plainHeading);
    return headings.findIndex((heading) => names.includes(heading));
  });
}
