import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

interface FilterFieldProps {
  /** The id of the control inside. */
  id: string;
  label: string;
  /** Takes the room of two. */
  wide?: boolean;
  children: ReactNode;
}

/** The place of one filter in the bar; its label is read out, and stands in the control while that is empty. */
export function FilterField({ id, label, wide = false, children }: FilterFieldProps) {
  return (
    <div className={wide ? styles.wide : styles.field}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      {children}
    </div>
  );
}
