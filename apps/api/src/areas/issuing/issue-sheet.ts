import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal } from '../../core/errors.ts';
import { plainHeading } from '../../platform/table-files/plain-heading.ts';
import type { TableRow } from '../../platform/table-files/table-row.ts';
import { unneutralised } from '../../platform/table-files/write-csv.ts';

/** The columns of a file of people, in their order; a file may have them in any. */
export const issueColumns = {
  employeeNo: { zh: '工号', en: 'Employee no.' },
  name: { zh: '姓名', en: 'Name' },
  amount: { zh: '发放金额(元)', en: 'Amount (yuan)' },
} as const satisfies Record<string, Label>;

export interface SheetRow {
  rowNo: number;
  employeeNo: string;
  employeeName: string;
  amountText: string;
}

/** Makes the reader of a file's rows; the first row has to name the columns, in either language. */
export function sheetReader(): (rows: TableRow[]) => SheetRow[] {
  let columns: ReturnType<typeof columnsOf> | undefined;
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
        employeeNo: cell(columns.employeeNo),
        employeeName: unneutralised(cell(columns.name)),
        amountText: cell(columns.amount),
      };
      return read.employeeNo || read.amountText ? [read] : [];
    });
}

function columnsOf(cells: string[]) {
  const at = ({ zh, en }: Label) => {
    const wanted = [zh, en].map(plainHeading);
    return cells.findIndex((cell) => wanted.includes(plainHeading(cell)));
  };
  const { employeeNo, name, amount } = issueColumns;
  const columns = { employeeNo: at(employeeNo), name: at(name), amount: at(amount) };
  if (columns.employeeNo >= 0 && columns.amount >= 0) return columns;
  throw new Refusal({
    zh: `首行缺少“${employeeNo.zh}”或“${amount.zh}”列，请使用模板`,
    en: `The first row lacks "${employeeNo.en}" or "${amount.en}": use the template`,
  });
}
