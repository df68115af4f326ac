import { useDeferredValue, useState } from 'react';
import { useMerchantOptions } from '../lib/merchant-options.ts';
import { FilterChoice } from './filter-choice.tsx';
import { useFilter } from './use-filter.ts';

interface FilterMerchantProps {
  name: string;
  label: string;
  onChange?(): void;
}

/** A filter by one merchant, found by number or name; it asks for its own choices, because every record has one. */
export function FilterMerchant({ name, label, onChange }: FilterMerchantProps) {
  const [value] = useFilter<string>(name);
  const [typed, setTyped] = useState('');
  const { options } = useMerchantOptions(useDeferredValue(typed.trim()), value);
  return (
    <FilterChoice
      isSingle
      name={name}
      label={label}
      options={options.map(({ merchantNo, ...option }) => ({ ...option, note: merchantNo }))}
      onType={setTyped}
      {...(onChange && { onChange })}
    />
  );
}
