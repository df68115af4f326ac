import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMerchantOptions } from '../../lib/merchant-options.ts';

interface MerchantSelectProps {
  /** Handed in by `Form.Item`. */
  id?: string;
  value?: string | undefined;
  onChange?(merchantId: string): void;
}

/** Picks a merchant by number or name. */
export function MerchantSelect({ id, value, onChange }: MerchantSelectProps) {
  const { t } = useTranslation('employee');
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useMerchantOptions(useDeferredValue(typed.trim()), value);
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('form.merchant')}
      value={value ?? null}
      loading={isFetching}
      options={options}
      onChange={(next: string | null) => next && onChange?.(next)}
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
