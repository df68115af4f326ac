import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchantOptions } from '../lib/merchant-options.ts';

interface MerchantSelectProps {
  id?: string;
  value?: string | undefined;
  onChange?(merchantId: string | undefined): void;
  /** A record needs one; a filter may go without, and then means all. */
  isRequired?: boolean;
}

/** Picks a merchant by number or name; it asks for its own choices, because every record has one. */
export function MerchantSelect({ id, value, onChange, isRequired = false }: MerchantSelectProps) {
  const { t } = useTranslation('kit');
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useMerchantOptions(useDeferredValue(typed.trim()), value);
  return (
    <Select
      {...(id === undefined ? { 'aria-label': t('merchant.label') } : { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear={!isRequired}
      placeholder={t(isRequired ? 'merchant.choose' : 'merchant.any')}
      value={value ?? null}
      loading={isFetching}
      options={options}
      onChange={(next: string | null | undefined) => onChange?.(next ?? undefined)}
      optionRender={({ data }) => (
        <span style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{data.label}</span>
          <span className="figures" style={{ color: 'var(--ink-faint)' }}>
            {data.merchantNo}
          </span>
        </span>
      )}
      style={{ width: '100%' }}
      popupMatchSelectWidth={360}
    />
  );
}
