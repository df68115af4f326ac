import type { ReactNode } from 'react';

/** A column of a list; `cell` makes the usual ones. */
export interface Column<Row> {
  /** Its name; for a sortable column, the wire's name of the sort field. */
  key: string;
  title: string;
  render(row: Row): ReactNode;
  /** Left out until the user asks for it in the list's column settings. */
  optional?: boolean;
  /** Numbers stand at the end; amounts too, and the list says that they are in yuan. */
  align?: 'end' | 'money';
  /** Left out on a phone. */
  wide?: boolean;
  /** In pixels, until the user sets another; a longer text is cut, with the whole of it on hover. */
  width?: number;
  /** A long text goes on in the next line where the table would become too wide; of one with a width two lines are shown. */
  wraps?: boolean;
  /** Names the record: always shown, first, in sight while the rest scrolls, and pressing it opens the record. */
  opens?: boolean;
  /** Always shown and first, like what names the record, but opens it by itself. */
  leads?: boolean;
  /** Last, and in sight while the rest scrolls: what can be done with a row. */
  atEnd?: boolean;
}
