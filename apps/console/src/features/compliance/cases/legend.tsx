import type { CSSProperties } from 'react';
import styles from './plot.module.css';

interface Mark {
  label: string;
  /** Such as `var(--danger)`. */
  color: string;
  shape?: 'dot' | 'ring' | 'diamond' | 'band';
}

/** What the marks of a drawing mean. */
export function Legend({ marks }: { marks: readonly Mark[] }) {
  return (
    <ul className={styles.legend}>
      {marks.map(({ label, color, shape = 'dot' }) => (
        <li key={label}>
          <span
            className={styles.mark}
            data-shape={shape}
            style={{ '--mark': color } as CSSProperties}
            aria-hidden="true"
          />
          {label}
        </li>
      ))}
    </ul>
  );
}
