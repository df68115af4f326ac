import type { WordsOf } from '@xyxlx/contracts/words';
import { Select } from 'antd';
import { useId } from 'react';
import { wordsText } from '../../lib/label.ts';
import { enumOptions } from './enum-options.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

/** A filter by any number of an enumeration's values, such as states. */
export function choiceFilter<Name extends string, Value extends string>(
  name: Name,
  label: string,
  words: WordsOf<Value>,
): Filter<Record<Name, Value[]>, Value[]> {
  const options = enumOptions(words);
  return {
    name,
    label,
    read: (text) => {
      const asked = text.split(',');
      const known = options.map(({ value }) => value).filter((value) => asked.includes(value));
      return known.length > 0 ? known : undefined;
    },
    write: (values) => values.join(','),
    wire: (values) => ({ [name]: values }) as Record<Name, Value[]>,
    field: <ChoiceField name={name} label={label} options={options} />,
    words: (values) => wordsText(labelsOf(options, values)),
  };
}

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceFieldProps<Value extends string> {
  name: string;
  label: string;
  options: Option<Value>[];
}

function ChoiceField<Value extends string>({ name, label, options }: ChoiceFieldProps<Value>) {
  const id = useId();
  const [values, set] = useFilter<Value[]>(name);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        placeholder={label}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        value={values ?? []}
        onChange={(next: Value[]) => set(next.length > 0 ? next : undefined)}
      />
    </FilterField>
  );
}

function labelsOf<Value extends string>(options: Option<Value>[], values: Value[]): string[] {
  return options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
}
