import { paths } from '@xyxlx/contracts/paths';

/** Where one row of the log is shown. */
export function detailPath(id: string): string {
  return `${paths.operationLogDetail}?id=${id}`;
}
