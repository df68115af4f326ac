import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { api } from '../../lib/api.ts';

interface EmployeesInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(ids: string[]): void;
  /** Whose employees they are. */
  merchantId: string | undefined;
  /** What those are called that were chosen before. */
  known: readonly { id: string; name: string }[];
}

/** Picks several of a merchant's employees at work by name, number or a whole mobile number. */
export function EmployeesInput({ id, value = [], onChange, merchantId, known }: EmployeesInputProps) {
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState(() => new Map(known.map((one) => [one.id, one.name])));
  const keyword = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery(
    api.employee.queryEmployee.queryOptions(
      merchantId ? { merchantId, state: ['ACTIVE'], pageSize: 50, ...(keyword && { keyword }) } : skipToken,
      { placeholderData: keepPreviousData, staleTime: 60_000, trpc: { context: { background: true } } },
    ),
  );
  const found = (data?.list ?? []).map((one) => [one.id, `${one.name} · ${one.employeeNo}`] as const);
  const missing = value.filter((one) => found.every(([key]) => key !== one));
  const options = [...missing.map((one) => [one, names.get(one) ?? one] as const), ...found];
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={options.map(([key, label]) => ({ value: key, label }))}
      value={value}
      onChange={(ids: string[]) => {
        setNames(new Map([...names, ...found]));
        onChange?.(ids);
      }}
    />
  );
}
