import type { ReactNode } from 'react';

/** The parts of a query that show a record. */
export interface One<Record> {
  data: Record | undefined;
  error: unknown;
  refetch(): unknown;
}

/** How one record is shown, over its list and on its own page alike. */
export interface RecordView<Record> {
  record: One<Record>;
  /** Before the record is here: what kind it is. */
  title: string;
  titleOf(record: Record): ReactNode;
  /** The record's state, beside the title. */
  extra?(record: Record): ReactNode;
  /** What can be done with it. */
  footer?(record: Record): ReactNode;
  children(record: Record): ReactNode;
}
