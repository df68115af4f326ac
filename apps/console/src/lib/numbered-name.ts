import type { Option } from '@xyxlx/contracts/option';

/** An employee as the link to them says it: by name and number, as several may have one name. */
export function numberedName(employee: (Option & { employeeNo: string }) | null | undefined): Option | null {
  return employee ? { id: employee.id, name: `${employee.name} · ${employee.employeeNo}` } : null;
}
