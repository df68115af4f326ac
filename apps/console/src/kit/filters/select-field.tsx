import { Select, type SelectProps } from 'antd';
import { useId } from 'react';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

interface SelectFieldProps extends Pick<SelectProps<string | null>, 'options' | 'loading' | 'showSearch'> {
  name: string;
  label: string;
}

/** The field of a filter by one of the options. */
export function SelectField({ name, label, ...choice }: SelectFieldProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        placeholder={label}
        {...choice}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}
