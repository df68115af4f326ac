import { keywordForm } from '@xyxlx/contracts/text-forms';
import { useId } from 'react';
import { TextInput } from '../text-input.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { readKeyword } from './read-keyword.ts';
import { useFilter } from './use-filter.ts';

interface TextOptions {
  placeholder?: string;
}

/** A filter of free text; what the wire would refuse is ignored in the address. */
export function textFilter<Name extends string>(
  name: Name,
  label: string,
  options: TextOptions = {},
): Filter<Record<Name, string>, string> {
  return {
    name,
    label,
    read: readKeyword,
    write: (value) => value,
    wire: (value) => ({ [name]: value }) as Record<Name, string>,
    field: <TextField name={name} label={label} {...options} />,
    words: (value) => value,
  };
}

function TextField({ name, label, placeholder = label }: TextOptions & FieldProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <FilterField id={id} label={label}>
      <TextInput
        id={id}
        name={name}
        allowClear
        placeholder={placeholder}
        maxLength={keywordForm.maxLength}
        autoComplete="off"
        value={value ?? ''}
        onChange={({ target }) => set(target.value)}
      />
    </FilterField>
  );
}

interface FieldProps {
  name: string;
  label: string;
}
