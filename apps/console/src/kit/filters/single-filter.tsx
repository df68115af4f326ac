import { Select } from 'antd';
import { useId } from 'react';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

interface SingleOption<Value extends string, Asked> {
  value: Value;
  label: string;
  /** What the wire is asked for. */
  wire: Asked;
}

/** A filter by one of few named values, each with what it asks the wire for, such as yes and no. */
export function singleFilter<Name extends string, Value extends string, Asked>(
  name: Name,
  label: string,
  options: readonly SingleOption<Value, Asked>[],
): Filter<Record<Name, Asked>, Value> {
  const optionOf = (value: string) => options.find((option) => option.value === value);
  return {
    name,
    label,
    read: (text) => optionOf(text)?.value,
    write: (value) => value,
    wire: (value) => ({ [name]: optionOf(value)?.wire }) as Record<Name, Asked>,
    field: <SingleField name={name} label={label} options={options} />,
    words: (value) => optionOf(value)?.label,
  };
}

interface SingleFieldProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

function SingleField({ name, label, options }: SingleFieldProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        placeholder={label}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}
