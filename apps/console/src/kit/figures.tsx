import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface Figure {
  key: string;
  label: string;
  value: ReactNode;
  /** A line below: a comparison, a part of it. */
  hint?: ReactNode;
  tone?: 'good' | 'bad';
}

/** Figures side by side, each with what it counts. */
export function Figures({ items, label }: { items: readonly Figure[]; label: string }) {
  return (
    <section aria-label={label}>
      <dl className={styles.figures}>
        {items.map(({ key, label: name, value, hint, tone }) => (
          <div key={key} className={styles.figure}>
            <dt>{name}</dt>
            <dd data-tone={tone}>{value}</dd>
            {hint !== undefined && <dd className={styles.hint}>{hint}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
