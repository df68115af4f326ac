import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { api } from '../../lib/api.ts';

interface InstitutionInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string | undefined;
  onChange?(institutionId: string | undefined): void;
  placeholder: string;
}

/** Picks one of the 制度 in force, or none. */
export function InstitutionInput({ id, value, onChange, placeholder }: InstitutionInputProps) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const background = { trpc: { context: { background: true } } } as const;
  const found = useQuery(
    api.rule.queryInstitution.queryOptions(
      { state: ['ENABLED'], pageSize: 50, ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, staleTime: 60_000, ...background },
    ),
  );
  const list = found.data?.list ?? [];
  const isMissing = value !== undefined && found.data !== undefined && list.every((one) => one.id !== value);
  const chosen = useQuery(
    api.rule.getInstitution.queryOptions(isMissing ? { id: value } : skipToken, background),
  );
  const named = [...(isMissing && chosen.data ? [chosen.data] : []), ...list];
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      options={named.map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      onChange={(next: string | null) => onChange?.(next ?? undefined)}
    />
  );
}
