import { type ReactNode, useId } from 'react';
import styles from './dev-panel.module.css';

/** One tool of the panel under its title. */
export function Section({ title, words, children }: { title: string; words?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {words && <p className={styles.words}>{words}</p>}
      {children}
    </section>
  );
}
