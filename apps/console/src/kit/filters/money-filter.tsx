import { useId, useState } from 'react';
import { amountCharacters, amountText, readYuan, typedYuan } from '../../lib/money.ts';
import { TextInput } from '../text-input.ts';
import { fen } from './fen.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

/** A filter by an amount, typed in yuan; whole fen in the address and on the wire. */
export function moneyFilter<Name extends string>(
  name: Name,
  label: string,
): Filter<Record<Name, number>, number> {
  return {
    name,
    label,
    ...fen,
    wire: (value) => ({ [name]: value }) as Record<Name, number>,
    field: <MoneyField name={name} label={label} />,
    words: amountText,
  };
}

function MoneyField({ name, label }: { name: string; label: string }) {
  const id = useId();
  const [value, set] = useFilter<number>(name);
  const [typed, setTyped] = useState('');
  const isCurrent = Object.is(readYuan(typed), value);
  return (
    <FilterField id={id} label={label}>
      <TextInput
        id={id}
        name={name}
        prefix="¥"
        allowClear
        inputMode="decimal"
        placeholder={label}
        maxLength={amountCharacters}
        autoComplete="off"
        {...(Number.isNaN(value) && { status: 'error' as const })}
        value={isCurrent ? typed : value === undefined || Number.isNaN(value) ? '' : typedYuan(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          set(readYuan(target.value));
        }}
      />
    </FilterField>
  );
}
