import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Span } from './days.ts';
import styles from './filter-form.module.css';
import { lazyOverlay } from './lazy-overlay.ts';
import { useFilter } from './use-filter.ts';

/** antd's is too heavy to be waited for by the rows. */
const SpanPicker = lazyOverlay(async () => (await import('./span-picker.tsx')).SpanPicker);

interface FilterSpanProps {
  name: string;
  label: string;
  unit?: 'date' | 'month';
}

/** A filter of a span of days, or of months. */
export function FilterSpan({ name, label, unit = 'date' }: FilterSpanProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  const [value, set] = useFilter<Span>(name);
  const ids = { start: `${id}from`, end: `${id}to` };
  return (
    <fieldset className={`${styles.field} ${styles.span}`} aria-labelledby={id}>
      <span id={id}>{label}</span>
      <label htmlFor={ids.start} className="visually-hidden">
        {t('days.from', { label })}
      </label>
      <label htmlFor={ids.end} className="visually-hidden">
        {t('days.to', { label })}
      </label>
      <Suspense fallback={<div className={styles.control} />}>
        <SpanPicker ids={ids} unit={unit} value={value} onChange={set} />
      </Suspense>
    </fieldset>
  );
}
