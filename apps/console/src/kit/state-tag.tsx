import type { ReactNode } from 'react';
import styles from './state-tag.module.css';

/** What a state means for whoever looks at the list. */
export type StateTone = 'good' | 'waiting' | 'bad' | 'quiet' | 'info';

/** A record's state: a coloured mark beside its name, so that the colour is never alone. */
export function StateTag({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}
