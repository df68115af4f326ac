import { Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Span } from '../../../kit/filters/days.ts';
import { SpanPicker } from '../../../kit/filters/span-picker.tsx';
import styles from './dashboard.module.css';
import { isAskable, lastDays, quickSpans } from './dashboard-span.ts';

interface SpanBarProps {
  span: Span;
  onChange(span: Span): void;
}

/** Which days the dashboard is about: one of the usual spans, or any from one day to another. */
export function SpanBar({ span, onChange }: SpanBarProps) {
  const { t } = useTranslation('compliance/dashboard');
  const id = useId();
  const ids = { start: `${id}from`, end: `${id}to` };
  // What is chosen and can't be asked for: it stays with the reason until it is another.
  const [draft, setDraft] = useState<Span | null>(null);
  const quick = quickSpans.find((count) => String(lastDays(count)) === String(span));
  const isWrong = draft !== null && draft[0] !== '' && draft[1] !== '';

  function take(next: Span | undefined): void {
    const isRight = next !== undefined && isAskable(next);
    setDraft(isRight ? null : (next ?? ['', '']));
    if (isRight) onChange(next);
  }

  return (
    <div className={styles.span}>
      <Segmented
        aria-label={t('span.title')}
        // Nothing is chosen where the span is none of them.
        value={draft ? 0 : (quick ?? 0)}
        options={quickSpans.map((count) => ({ value: count, label: t('span.last', { count }) }))}
        onChange={(count) => take(lastDays(count))}
      />
      <fieldset className={styles.days}>
        <legend className="visually-hidden">{t('span.title')}</legend>
        <label htmlFor={ids.start} className="visually-hidden">
          {t('span.from')}
        </label>
        <label htmlFor={ids.end} className="visually-hidden">
          {t('span.to')}
        </label>
        <SpanPicker ids={ids} unit="date" value={draft ?? span} onChange={take} />
      </fieldset>
      {isWrong && (
        <p role="alert" className={styles.wrong}>
          {t('span.wrong')}
        </p>
      )}
    </div>
  );
}
