import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal } from '../../core/errors.ts';
import type { Spooled } from '../http/spool.ts';
import { cellFen } from './cell-fen.ts';
import { plainHeading } from './plain-heading.ts';
import { readTable } from './read-table.ts';
import type { TableRow } from './table-row.ts';
import { unneutralised } from './write-csv.ts';

/** A sheet of employees with an amount each. */
export interface AmountSheet {
  employeeNo: Label;
  employeeName: Label;
  amount: Label;
  /** What to use where a column is missing. */
  use: Label;
}

/** A row as it stands there: nobody knows yet whose it is. */
export interface SheetRow {
  rowNo: number;
  employeeNo: string;
  employeeName: string;
  amountText: string;
  /** In fen; null where the text is no amount. */
  amount: bigint | null;
}

/**
 * Hands the rows of such a sheet over in pieces; answers how many there are. The first row names the columns, in either language and any
 * order. Throws 406 for a sheet without them, with no row, or with more than `most`.
 */
export async function readAmountSheet(
  tenantId: string,
  file: Spooled,
  { sheet, most }: { sheet: AmountSheet; most: number },
  onRows: (rows: SheetRow[]) => Promise<void>,
): Promise<number> {
  const read = rowReader(sheet);
  let count = 0;
  await readTable(tenantId, file, async (lines) => {
    const rows = read(lines);
    count += rows.length;
    if (count > most) {
      throw new Refusal({ zh: `每个文件最多 ${most} 行`, en: `At most ${most} rows a file` });
    }
    if (rows.length > 0) await onRows(rows);
  });
  if (count === 0) throw new Refusal({ zh: '文件中没有数据行', en: 'There are no rows in the file' });
  return count;
}

function rowReader(sheet: AmountSheet): (rows: TableRow[]) => SheetRow[] {
  let columns: ReturnType<typeof columnsOf> | undefined;
  return (rows) =>
    rows.flatMap(({ row, cells }) => {
      if (!columns) {
        columns = columnsOf(sheet, cells);
        return [];
      }
      const cell = (index: number) =>
        (cells[index] ?? '')
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 100);
      const amountText = cell(columns.amount);
      const read = {
        rowNo: row,
        employeeNo: cell(columns.employeeNo),
        employeeName: unneutralised(cell(columns.employeeName)),
        amountText,
        amount: cellFen(amountText),
      };
      return read.employeeNo || read.amountText ? [read] : [];
    });
}

function columnsOf({ employeeNo, employeeName, amount, use }: AmountSheet, cells: string[]) {
  const at = ({ zh, en }: Label) => {
    const wanted = [zh, en].map(plainHeading);
    return cells.findIndex((cell) => wanted.includes(plainHeading(cell)));
  };
  const columns = { employeeNo: at(employeeNo), employeeName: at(employeeName), amount: at(amount) };
  if (columns.employeeNo >= 0 && columns.amount >= 0) return columns;
  throw new Refusal({
    zh: `首行缺少“${employeeNo.zh}”或“${amount.zh}”列，请使用${use.zh}`,
    en: `The first row lacks "${employeeNo.en}" or "${amount.en}": use ${use.en}`,
  });
}
