import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenantSearch } from '../../lib/tenant-options.ts';

interface TenantPickProps {
  /** Undefined: every tenant. */
  value: string | undefined;
  onChange(tenantId: string | undefined): void;
}

/** Whose figures a platform administrator wants to see. */
export function TenantPick({ value, onChange }: TenantPickProps) {
  const { t } = useTranslation('home');
  const id = useId();
  const search = useTenantSearch(value);
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {t('whose.tenant')}
      </label>
      <Select
        id={id}
        style={{ width: 220 }}
        placeholder={t('whose.all')}
        allowClear
        {...search}
        {...(value !== undefined && { value })}
        onChange={(chosen?: string) => onChange(chosen)}
      />
    </>
  );
}
