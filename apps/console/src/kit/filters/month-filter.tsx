import { Suspense, useId } from 'react';
import { lazyOverlay } from '../lazy-overlay.ts';
import { TextInput } from '../text-input.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { useFilter } from './use-filter.ts';

// As in span-filter.tsx: the rows don't wait for the calendar.
const MonthPicker = lazyOverlay(async () => (await import('./month-picker.tsx')).MonthPicker);

/** A filter by one month of Asia/Shanghai, such as 2026-11. */
export function monthFilter<Name extends string>(
  name: Name,
  label: string,
): Filter<Record<Name, string>, string> {
  return {
    name,
    label,
    read: (text) => /^\d{4}-(0[1-9]|1[0-2])$/.exec(text)?.[0],
    write: (value) => value,
    wire: (value) => ({ [name]: value }) as Record<Name, string>,
    field: <MonthField name={name} label={label} />,
    words: (value) => value,
  };
}

function MonthField({ name, label }: { name: string; label: string }) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <FilterField id={id} label={label}>
      <Suspense fallback={<TextInput disabled placeholder={label} />}>
        <MonthPicker id={id} label={label} value={value} onChange={set} />
      </Suspense>
    </FilterField>
  );
}
