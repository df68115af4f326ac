/** The parts of a query that a table shows. */
export interface Rows<Row> {
  data: { list: Row[]; total: number; totalIsEstimate?: boolean; cursor?: string | null } | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}
