import type { Option } from '@xyxlx/contracts/option';
import type { Cells } from './cells.tsx';
import type { Column } from './column.ts';

/** A record that an employee made somewhere. */
interface EmployeeRecord {
  /** Null where nobody knows who paid: the card is anonymous. */
  employee: { name: string; employeeNo: string } | null;
  merchant: Option;
  store: Option | null;
}

/** Whose a record is and where it was made; where all are of one employee, who that is stands above the list. */
export function employeeRecordColumns<Row extends EmployeeRecord>(
  cell: Cells<Row>,
  titles: Record<keyof EmployeeRecord, string>,
  isOfOneEmployee: boolean,
): Column<Row>[] {
  const employee = cell.text(
    'employee',
    titles.employee,
    (row) => row.employee && `${row.employee.name} · ${row.employee.employeeNo}`,
    { width: 150 },
  );
  return [
    ...(isOfOneEmployee ? [] : [employee]),
    cell.text('merchant', titles.merchant, (row) => row.merchant.name, { width: 200 }),
    cell.text('store', titles.store, (row) => row.store?.name, { width: 140 }),
  ];
}
