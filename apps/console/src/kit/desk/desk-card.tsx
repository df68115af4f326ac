import type { ReactNode } from 'react';
import styles from './desk-card.module.css';

interface DeskCardProps {
  kind: ReactNode;
  /** At the right of the kind, such as since when it waits. */
  at: ReactNode;
  name: string;
  /** Whose words, or what else tells one from another. */
  words: ReactNode;
  amount: ReactNode;
}

/** One of what waits in the queue of a desk. */
export function DeskCard({ kind, at, name, words, amount }: DeskCardProps) {
  return (
    <span className={styles.card}>
      <span className={styles.line}>
        <span>{kind}</span>
        {at}
      </span>
      <span className={styles.subject}>{name}</span>
      <span className={styles.line}>
        <span className={styles.maker}>{words}</span>
        <strong className={`figures ${styles.amount}`}>{amount}</strong>
      </span>
    </span>
  );
}
