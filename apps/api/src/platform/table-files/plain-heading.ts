/** A heading as it is compared: brackets of either width, blanks, capitals and the mark at a file's start don't matter. */
export function plainHeading(heading: string): string {
  return heading
    .replace(/^\ufeff/, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replace(/\s/g, '')
    .toLowerCase();
}
