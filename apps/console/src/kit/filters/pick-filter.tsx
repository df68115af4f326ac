import type { Filter } from './filter.ts';
import { recordId } from './record-id.ts';
import { SelectField } from './select-field.tsx';

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
    field: (
      <SelectField
        name={name}
        label={label}
        options={[...options]}
        showSearch={{ optionFilterProp: 'label' }}
      />
    ),
    words: (value) => options.find((option) => option.value === value)?.label.trim() ?? value,
  };
}
