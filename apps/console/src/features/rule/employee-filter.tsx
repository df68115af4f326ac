import { useId } from 'react';
import { EmployeeInput } from '../../kit/employee-input.tsx';
import { useEmployeeName } from '../../kit/employee-options.ts';
import type { Filter } from '../../kit/filters/filter.ts';
import { FilterField } from '../../kit/filters/filter-field.tsx';
import { recordId } from '../../kit/filters/record-id.ts';
import { useFilter } from '../../kit/filters/use-filter.ts';

/** A filter by one employee, found among all one may see. */
export function employeeFilter(label: string): Filter<{ employeeId: string }, string> {
  return {
    name: 'employeeId',
    label,
    ...recordId,
    wire: (employeeId) => ({ employeeId }),
    field: <EmployeeField label={label} />,
    words: (value) => <EmployeeName id={value} />,
  };
}

function EmployeeField({ label }: { label: string }) {
  const id = useId();
  const [value, set] = useFilter<string>('employeeId');
  return (
    <FilterField id={id} label={label}>
      <EmployeeInput id={id} placeholder={label} value={value} onChange={set} />
    </FilterField>
  );
}

function EmployeeName({ id }: { id: string }) {
  return useEmployeeName(id);
}
