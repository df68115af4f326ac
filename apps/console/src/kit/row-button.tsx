import type { ReactNode } from 'react';
import styles from './row-button.module.css';

/** What a row is called, as the button that opens it. */
export function RowButton({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} onClick={onPress}>
      {children}
    </button>
  );
}
