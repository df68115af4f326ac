import type { Option } from '@xyxlx/contracts/option';
import { numberedName } from '../../lib/numbered-name.ts';
import type { Cells } from './cells.tsx';
import type { Column } from './column.ts';

/** A record that an employee made somewhere. */
interface EmployeeRecord {
  /** Null where nobody knows who paid: the card is anonymous. */
  employee: { id: string; name: string; employeeNo: string } | null;
  merchant: Option;
  store: Option | null;
}

/** Whose a record is and where it was made; where all are of one employee, who that is stands above the list. */
export function employeeRecordColumns<Row extends EmployeeRecord>(
  cell: Cells<Row>,
  titles: Record<keyof EmployeeRecord, string>,
  isOfOneEmployee: boolean,
): Column<Row>[] {
  const employee = cell.record('employee', titles.employee, 'employee', (row) => numberedName(row.employee), {
    width: 150,
  });
  return [
    ...(isOfOneEmployee ? [] : [employee]),
    cell.record('merchant', titles.merchant, 'merchant', (row) => row.merchant, { width: 200 }),
    cell.record('store', titles.store, 'store', (row) => row.store, { width: 140 }),
  ];
}
