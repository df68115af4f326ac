import type { ReactNode } from 'react';
import styles from './facts.module.css';

interface Fact {
  key: string;
  label: string;
  value: ReactNode;
}

/** A record's fields, name beside value; an empty one shows a dash. */
export function Facts({ items, title }: { items: readonly Fact[]; title?: string }) {
  return (
    <section className={styles.facts}>
      {title && <h3 className={styles.title}>{title}</h3>}
      <dl className={styles.list}>
        {items.map(({ key, label, value }) => (
          <div key={key} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value === null || value === undefined || value === false || value === '' ? '—' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
