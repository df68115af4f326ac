import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useMerchantOptions } from '../../lib/merchant-options.ts';

interface MerchantInputProps {
  /** Handed in by `Form.Item`. */
  id?: string;
  value?: string | undefined;
  onChange?(merchantId: string): void;
  disabled?: boolean;
  placeholder?: string;
}

/** Picks a merchant by number or name. */
export function MerchantInput({ id, value, onChange, disabled = false, placeholder }: MerchantInputProps) {
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useMerchantOptions(useDeferredValue(typed.trim()), value);
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? null}
      disabled={disabled}
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
