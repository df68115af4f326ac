import type { ReactNode } from 'react';
import styles from './desk-view.module.css';

interface DeskViewProps {
  name: string;
  /** Below the name: its kind, its state, where it leads. */
  lead: ReactNode;
  /** What is at stake. */
  sum: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

/** The open record of a desk: which one it is, how much, and what can be done stay in sight. */
export function DeskView({ name, lead, sum, actions, children }: DeskViewProps) {
  return (
    <article className={styles.view} aria-label={name}>
      <header className={styles.bar}>
        <div className={styles.title}>
          <h2>{name}</h2>
          <p>{lead}</p>
        </div>
        {sum && <span className={`figures ${styles.sum}`}>{sum}</span>}
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </article>
  );
}
