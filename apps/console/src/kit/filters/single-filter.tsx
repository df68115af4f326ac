import type { Filter } from './filter.ts';
import { SelectField } from './select-field.tsx';

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
    field: (
      <SelectField
        name={name}
        label={label}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
      />
    ),
    words: (value) => optionOf(value)?.label,
  };
}
