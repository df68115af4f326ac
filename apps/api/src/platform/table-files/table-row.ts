/** A row of a table file: its number as a spreadsheet program shows it, 1 being the first. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Limits that no honest file meets. */
export const limits = {
  /** Columns of a row. */
  columns: 200,
  /** Characters of a row. */
  rowLength: 1024 * 1024,
  /** Bytes that the parts of a workbook unfold to. */
  unfolded: 400 * 1024 * 1024,
  /** Bytes that the shared texts unfold to: they alone are kept in memory. */
  sharedTexts: 64 * 1024 * 1024,
  /** Parts of a workbook. */
  parts: 2000,
} as const;
