/** Where one row of the log is shown. */
export function detailPath(id: string): string {
  return `/layout/operationlog/operationLogDetail?id=${id}`;
}
