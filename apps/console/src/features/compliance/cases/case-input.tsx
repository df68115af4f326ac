import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';

interface CaseInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string;
  onChange?(caseId: string): void;
  /** The case that is none of them. */
  besides: string;
}

/** Picks a case by its whole number; the newest are offered at once. */
export function CaseInput({ id, value, onChange, besides }: CaseInputProps) {
  const { t } = useTranslation('compliance/cases');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery(
    api.compliance.queryCase.queryOptions(
      { pageSize: 50, sort: { field: 'createdAt', order: 'desc' }, ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  const options = (data?.list ?? [])
    .filter((one) => one.id !== besides)
    .map((one) => ({ value: one.id, label: `${one.no} · ${one.subject.name} · ${one.rule.name}` }));
  return (
    <Select
      {...(id !== undefined && { id })}
      placeholder={t('link.hint')}
      // The server finds them.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={options}
      value={value ?? null}
      onChange={(next: string | null) => next !== null && onChange?.(next)}
    />
  );
}
