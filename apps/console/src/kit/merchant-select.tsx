import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useMerchantOptions } from '../lib/merchant-options.ts';

interface MerchantSelectProps {
  id: string;
  placeholder: string;
  value: string | undefined;
  onChange(id: string | undefined): void;
}

/** Chooses a merchant, found by number or name among all one may see. */
export function MerchantSelect({ id, placeholder, value, onChange }: MerchantSelectProps) {
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useMerchantOptions(useDeferredValue(typed.trim()), value);
  return (
    <Select
      id={id}
      allowClear
      style={{ width: '100%' }}
      placeholder={placeholder}
      loading={isFetching}
      options={options}
      // The server finds them.
      showSearch={{ filterOption: false, onSearch: setTyped }}
      optionRender={({ data }) => `${data.label} · ${data.merchantNo}`}
      value={value ?? null}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}
