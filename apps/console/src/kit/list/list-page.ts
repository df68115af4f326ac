/** A page of a list, as the wire answers it. */
export interface ListPage<Row> {
  list: Row[];
  total: number;
  /** The total was not counted to its end. */
  totalIsEstimate?: boolean;
  /** Leads to the next page, where the list has cursors. */
  cursor?: string | null;
}
