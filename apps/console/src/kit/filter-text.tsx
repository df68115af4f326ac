import { useId } from 'react';
import styles from './filter-form.module.css';
import { useFilter } from './use-filter.ts';

interface FilterTextProps {
  name: string;
  label: string;
  placeholder?: string;
  maxLength?: number;
}

/** A filter of free text. */
export function FilterText({ name, label, placeholder, maxLength = 100 }: FilterTextProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        name={name}
        className={styles.control}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}
