import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useEmployeeOptions } from '../../kit/employee-options.ts';
import { useNames } from './names.ts';

interface EmployeesInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(ids: string[]): void;
}

/** Picks several employees by name, number or a whole mobile number. */
export function EmployeesInput({ id, value = [], onChange }: EmployeesInputProps) {
  const [typed, setTyped] = useState('');
  const { nameOf, learn } = useNames();
  const { options, isFetching } = useEmployeeOptions(useDeferredValue(typed.trim()));
  const missing = value.filter((one) => options.every((option) => option.value !== one));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={[...missing.map((one) => ({ value: one, label: nameOf(one) ?? one })), ...options]}
      value={value}
      onChange={(ids: string[]) => {
        const chosen = options.filter((option) => ids.includes(option.value));
        learn(chosen.map((option) => ({ id: option.value, name: option.name })));
        onChange?.(ids);
      }}
    />
  );
}
