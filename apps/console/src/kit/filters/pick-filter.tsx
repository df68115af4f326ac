import { Select } from 'antd';
import { useId } from 'react';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { recordId } from './record-id.ts';
import { useFilter } from './use-filter.ts';

interface PickOption {
  value: string;
  label: string;
}

interface PickSettings {
  /** What the address may hold; a record's id where nothing is said. */
  read?: (text: string) => string | undefined;
}

/** A filter by one of the options that the screen has at hand, such as a merchant's departments. */
export function pickFilter<Name extends string>(
  name: Name,
  label: string,
  options: readonly PickOption[],
  { read = recordId.read }: PickSettings = {},
): Filter<Record<Name, string>, string> {
  return {
    name,
    label,
    read,
    write: (value) => value,
    wire: (value) => ({ [name]: value }) as Record<Name, string>,
    field: <PickField name={name} label={label} options={options} />,
    words: (value) => options.find((option) => option.value === value)?.label.trim() ?? value,
  };
}

interface PickFieldProps {
  name: string;
  label: string;
  options: readonly PickOption[];
}

function PickField({ name, label, options }: PickFieldProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        placeholder={label}
        options={[...options]}
        showSearch={{ optionFilterProp: 'label' }}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}
