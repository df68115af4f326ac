import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  /** Its name; for a sortable column, the wire's name of the sort field. */
  key: string;
  title: string;
  render(row: Row): ReactNode;
  sortable?: boolean;
  /** Left out until the user asks for it in the list's column settings. */
  optional?: boolean;
  /** Numbers stand at the end; amounts too, and the table says that they are in yuan. */
  align?: 'end' | 'money';
  /** At most, in pixels; a longer text is cut, with the whole of it on hover. */
  width?: number;
  /** Stays in sight while the rest scrolls sideways; only the first or the last column. */
  fixed?: 'start' | 'end';
}
