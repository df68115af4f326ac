import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Span, spanFrom, usualDays } from './days.ts';
import styles from './filter-form.module.css';
import { MenuButton } from './menu-button.tsx';
import { useFilter } from './use-filter.ts';

interface FilterSpanProps {
  name: string;
  label: string;
  unit?: 'date' | 'month';
}

/** A filter of a span of days, with those asked for most, or of months. */
export function FilterSpan({ name, label, unit = 'date' }: FilterSpanProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  const [[from, to] = ['', ''], set] = useFilter<Span>(name);
  const latest = unit === 'date' ? '9999-12-31' : '9999-12';
  return (
    <fieldset className={`${styles.field} ${styles.span}`} aria-labelledby={id}>
      <span id={id}>{label}</span>
      {unit === 'date' && (
        <div className={styles.usual}>
          <MenuButton
            label={t('days.usual', { label })}
            className={styles.quick}
            items={usualDays().map(({ key, span }) => ({
              key,
              label: t(`days.${key}`),
              onChoose: () => set(span),
            }))}
          >
            {t('days.usual.short')}
          </MenuButton>
        </div>
      )}
      <div className={styles.ends}>
        <input
          type={unit}
          className={styles.control}
          aria-label={t('days.from', { label })}
          value={from}
          max={to || latest}
          onChange={({ target }) => set(spanFrom(target.value, to))}
        />
        –
        <input
          type={unit}
          className={styles.control}
          aria-label={t('days.to', { label })}
          value={to}
          min={from}
          max={latest}
          onChange={({ target }) => set(spanFrom(from, target.value))}
        />
      </div>
    </fieldset>
  );
}
