import { useQuery } from '@tanstack/react-query';
import type { Option } from '@xyxlx/contracts/option';
import { Select } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

interface MerchantsInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(ids: string[], chosen: Option[]): void;
  /** The merchants chosen so far, whose names a search need not find. */
  known: readonly Option[];
}

/** Picks several merchants by number or name. */
export function MerchantsInput({ id, value, onChange, known }: MerchantsInputProps) {
  const [keyword, setKeyword] = useState('');
  const [seen, setSeen] = useState(() => new Map(known.map((merchant) => [merchant.id, merchant.name])));
  const found = useQuery(
    api.merchant.queryMerchantOption.queryOptions(keyword ? { keyword } : {}, {
      trpc: { context: { background: true } },
    }),
  );
  const options = new Map([...seen, ...(found.data ?? []).map(({ id: key, name }) => [key, name] as const)]);
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? []}
      showSearch={{ filterOption: false, onSearch: (typed) => setKeyword(typed.trim()) }}
      loading={found.isFetching}
      options={[...options].map(([key, name]) => ({ value: key, label: name }))}
      onChange={(ids: string[]) => {
        setSeen(options);
        onChange?.(
          ids,
          ids.map((one) => ({ id: one, name: options.get(one) ?? '' })),
        );
      }}
    />
  );
}
