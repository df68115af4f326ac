import type { ReactNode } from 'react';
import { Guilloche } from './guilloche.tsx';
import styles from './status-page.module.css';

interface StatusPageProps {
  /** A few characters in large type: a code, or a mark. */
  mark: string;
  title: string;
  children?: ReactNode;
  /** What one can do now. */
  actions?: ReactNode;
}

/** A whole page that says one thing: not found, not allowed, not built, broken. */
export function StatusPage({ mark, title, children, actions }: StatusPageProps) {
  return (
    <section className={styles.page}>
      <div className={styles.emblem} aria-hidden="true">
        <Guilloche className={styles.ornament} />
        <span className={styles.mark}>{mark}</span>
      </div>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
