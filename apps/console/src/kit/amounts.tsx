import type { ReactNode } from 'react';
import { amountText } from '../lib/money.ts';
import styles from './amounts.module.css';

/** A few amounts side by side, each with its title. */
export function Amounts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={styles.amounts} aria-label={label}>
      {children}
    </dl>
  );
}

/** One of them. */
export function Amount({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ChangedAmountProps {
  title: ReactNode;
  /** In fen. */
  before: number;
  after: number;
}

/** An amount as it is and, where it changes, as it will be; below zero it can't be. */
export function ChangedAmount({ title, before, after }: ChangedAmountProps) {
  return (
    <Amount title={title}>
      {amountText(before)}
      {after !== before && (
        <strong className={`${styles.after} ${after < 0 ? styles.short : ''}`}> → {amountText(after)}</strong>
      )}
    </Amount>
  );
}
