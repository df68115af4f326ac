import type { FileFormat } from '@xyxlx/contracts/file-format';

/** What a file of the format calls itself. */
export const mediaTypes: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
