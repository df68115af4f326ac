import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './plot.module.css';

interface PlotProps {
  title: string;
  /** What it shows, for who can't see it. */
  label: string;
  /** In pixels. */
  height: number;
  /** What its marks mean. */
  legend?: ReactNode;
  /** Null where there is no room for it: the figures alone are shown. */
  drawing: ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
}

/** A drawing with its figures in a table below, which the keyboard opens and screen readers read. */
export function Plot({ title, label, height, legend, drawing, table }: PlotProps) {
  const { t } = useTranslation('compliance/cases');
  return (
    <section className={styles.plot} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {drawing !== null && legend}
      </div>
      {drawing !== null && (
        <div role="img" aria-label={label} style={{ height }}>
          <Suspense>{drawing}</Suspense>
        </div>
      )}
      <details>
        <summary>{t('plot.table')}</summary>
        {table}
      </details>
    </section>
  );
}
