import { Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { useTenantOptions } from '../../lib/tenant-options.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { recordId } from './record-id.ts';
import { useFilter } from './use-filter.ts';

/** A filter by one tenant, found by name, code or domain; for whoever sees several. */
export function tenantFilter(label: string): Filter<{ tenantId: string }, string> {
  return {
    name: 'tenantId',
    label,
    ...recordId,
    wire: (tenantId) => ({ tenantId }),
    field: <TenantField label={label} />,
    words: (value) => <TenantName id={value} />,
  };
}

function TenantField({ label }: { label: string }) {
  const id = useId();
  const [value, set] = useFilter<string>('tenantId');
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useTenantOptions(useDeferredValue(typed.trim()), value);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        placeholder={label}
        loading={isFetching}
        options={options}
        // The server finds them.
        showSearch={{ filterOption: false, onSearch: setTyped }}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}

function TenantName({ id }: { id: string }) {
  return useTenantOptions('', id).options.find(({ value }) => value === id)?.label;
}
