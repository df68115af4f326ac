import { skipToken, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../kit/company-options.ts';
import { MerchantInput } from '../../kit/form/merchant-input.tsx';
import { api } from '../../lib/api.ts';
import { useNames } from './names.ts';

interface DepartmentInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string;
  onChange?(departmentId: string): void;
}

/** Picks a department of a merchant, which is picked first. */
export function DepartmentInput({ id, value, onChange }: DepartmentInputProps) {
  const { t } = useTranslation('rule');
  const { nameOf } = useNames();
  const merchantField = useId();
  const [merchantId, setMerchantId] = useState<string>();
  const { data, isFetching } = useQuery(
    api.employee.queryDepartment.queryOptions(merchantId ? { merchantId } : skipToken, {
      staleTime: 30_000,
      trpc: { context: { background: true } },
    }),
  );
  const options = companyOptions(data ?? []);
  const isMissing = value !== undefined && options.every((option) => option.value !== value);
  return (
    <div style={{ display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))' }}>
      <label htmlFor={merchantField} className="visually-hidden">
        {t('scope.departmentOf')}
      </label>
      <MerchantInput
        id={merchantField}
        placeholder={t('scope.departmentOf')}
        value={merchantId}
        onChange={setMerchantId}
      />
      <Select
        {...(id !== undefined && { id })}
        showSearch={{ optionFilterProp: 'label' }}
        loading={isFetching}
        disabled={!merchantId && value === undefined}
        options={[...(isMissing ? [{ value, label: nameOf(value) ?? value }] : []), ...options]}
        value={value ?? null}
        onChange={(next: string | null) => next && onChange?.(next)}
      />
    </div>
  );
}
