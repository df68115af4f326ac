import { useId } from 'react';
import { TextInput } from '../text-input.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

/** A filter by a whole number from 1 on with at most so many digits. */
export function numberFilter<Name extends string>(
  name: Name,
  label: string,
  maxDigits: number,
): Filter<Record<Name, number>, number> {
  const isNumber = (text: string) => /^[1-9]\d*$/.test(text) && text.length <= maxDigits;
  return {
    name,
    label,
    read: (text) => (isNumber(text) ? Number(text) : undefined),
    write: String,
    wire: (value) => ({ [name]: value }) as Record<Name, number>,
    field: <NumberField name={name} label={label} maxDigits={maxDigits} />,
    words: String,
  };
}

function NumberField({ name, label, maxDigits }: { name: string; label: string; maxDigits: number }) {
  const id = useId();
  const [value, set] = useFilter<number>(name);
  return (
    <FilterField id={id} label={label}>
      <TextInput
        id={id}
        name={name}
        allowClear
        inputMode="numeric"
        placeholder={label}
        maxLength={maxDigits}
        autoComplete="off"
        value={value ?? ''}
        // 0012 is how a voucher's number is printed.
        onChange={({ target }) => set(Number(target.value.replace(/\D/g, '')) || undefined)}
      />
    </FilterField>
  );
}
