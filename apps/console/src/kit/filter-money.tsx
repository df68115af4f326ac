import { useId, useState } from 'react';
import { readYuan, typedYuan } from '../lib/money.ts';
import styles from './filter-form.module.css';
import { useFilter } from './use-filter.ts';

/** A filter by an amount, typed in yuan; whole fen to whoever asks, NaN while what stands there is no amount. */
export function FilterMoney({ name, label }: { name: string; label: string }) {
  const id = useId();
  const [value, set] = useFilter<number>(name);
  const [typed, setTyped] = useState('');
  const isCurrent = Object.is(readYuan(typed), value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        className={`${styles.control} figures`}
        placeholder="¥"
        maxLength={20}
        autoComplete="off"
        aria-invalid={Number.isNaN(value)}
        value={isCurrent ? typed : value === undefined || Number.isNaN(value) ? '' : typedYuan(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          set(readYuan(target.value));
        }}
      />
    </div>
  );
}
