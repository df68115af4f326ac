import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal } from '../../core/errors.ts';
import { plainHeading } from '../../platform/table-files/plain-heading.ts';
import type { TableRow } from '../../platform/table-files/table-row.ts';
import { unneutralised } from '../../platform/table-files/write-csv.ts';

export const employeeNo = { zh: '工号', en: 'Employee no.' };
export const employeeName = { zh: '姓名', en: 'Name' };
export const newLimit = { zh: '调整后额度（元）', en: 'New limit (yuan)' };

export interface SheetRow {
  rowNo: number;
  employeeNo: string;
  employeeName: string;
  newLimitText: string;
}

/** Makes the reader of a sheet's rows; the first row has to name the columns, in either language and any order. */
export function sheetReader(): (rows: TableRow[]) => SheetRow[] {
  let columns: { no: number; name: number; limit: number } | undefined;
  return (rows) =>
    rows.flatMap(({ row, cells }) => {
      if (!columns) {
        columns = columnsOf(cells);
        return [];
      }
      const cell = (index: number) =>
        (cells[index] ?? '')
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 100);
      const read = {
        rowNo: row,
        employeeNo: cell(columns.no),
        employeeName: unneutralised(cell(columns.name)),
        newLimitText: cell(columns.limit),
      };
      return read.employeeNo || read.newLimitText ? [read] : [];
    });
}

function columnsOf(cells: string[]) {
  const at = ({ zh, en }: Label) => {
    const wanted = [zh, en].map(plainHeading);
    return cells.findIndex((cell) => wanted.includes(plainHeading(cell)));
  };
  const columns = { no: at(employeeNo), name: at(employeeName), limit: at(newLimit) };
  if (columns.no >= 0 && columns.limit >= 0) return columns;
  throw new Refusal({
    zh: `首行缺少“${employeeNo.zh}”或“${newLimit.zh}”列，请使用导出的表格`,
    en: `The first row lacks "${employeeNo.en}" or "${newLimit.en}": use the exported sheet`,
  });
}
