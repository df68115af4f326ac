import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useEmployeeName, useEmployeeOptions } from './employee-options.ts';

interface EmployeeInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string | undefined;
  onChange?(employeeId: string | undefined): void;
  placeholder?: string;
  /** Of this merchant alone. */
  merchantId?: string;
}

/** Picks an employee by name, number or a whole mobile number. */
export function EmployeeInput({ id, value, onChange, placeholder, merchantId }: EmployeeInputProps) {
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useEmployeeOptions(useDeferredValue(typed.trim()), merchantId);
  const isMissing = value !== undefined && options.every((option) => option.value !== value);
  const name = useEmployeeName(isMissing ? value : undefined);
  const chosen = isMissing && name !== undefined ? [{ value, label: name }] : [];
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      allowClear
      style={{ width: '100%' }}
      // The server finds them.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={[...chosen, ...options]}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
    />
  );
}
