import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOverlay } from '../lazy-overlay.ts';
import { TextInput } from '../text-input.ts';
import { days, ends, months, type Span } from './days.ts';
import type { Filter } from './filter.ts';
import styles from './filter-bar.module.css';
import { useFilter } from './use-filter.ts';

// The calendar weighs as much as the rest of a list: the rows don't wait for it.
const SpanPicker = lazyOverlay(async () => (await import('./span-picker.tsx')).SpanPicker);

/** A filter by a span of days in Asia/Shanghai, both included; `from` and `to` are the wire's names of its ends. */
export function daysFilter<From extends string, To extends string>(
  name: string,
  label: string,
  from: From,
  to: To,
): Filter<{ [End in From | To]?: string }, Span> {
  return {
    name,
    label,
    ...days,
    wire: (span) => ends(span, from, to),
    field: <SpanField name={name} label={label} unit="date" />,
    words: spanText,
  };
}

/** A filter by a span of months, both included. */
export function monthsFilter<From extends string, To extends string>(
  name: string,
  label: string,
  from: From,
  to: To,
): Filter<{ [End in From | To]?: string }, Span> {
  return {
    name,
    label,
    ...months,
    wire: (span) => ends(span, from, to),
    field: <SpanField name={name} label={label} unit="month" />,
    words: spanText,
  };
}

function spanText([from, to]: Span): string {
  return from === to ? from : `${from} – ${to}`;
}

interface SpanFieldProps {
  name: string;
  label: string;
  unit: 'date' | 'month';
}

function SpanField({ name, label, unit }: SpanFieldProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  const [span, set] = useFilter<Span>(name);
  const ids = { start: `${id}from`, end: `${id}to` };
  return (
    <fieldset className={styles.wide}>
      <legend className="visually-hidden">{label}</legend>
      <label htmlFor={ids.start} className="visually-hidden">
        {t('days.from', { label })}
      </label>
      <label htmlFor={ids.end} className="visually-hidden">
        {t('days.to', { label })}
      </label>
      <Suspense fallback={<TextInput disabled placeholder={label} />}>
        <SpanPicker ids={ids} label={label} unit={unit} value={span} onChange={set} />
      </Suspense>
    </fieldset>
  );
}
