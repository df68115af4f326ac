import type { Tone } from '@xyxlx/contracts/words';
import type { ReactNode } from 'react';
import styles from './tone-tag.module.css';

/** A coloured mark beside its words, so that the colour is never alone. */
export function ToneTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}
