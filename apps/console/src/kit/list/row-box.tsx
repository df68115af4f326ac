import styles from './row-box.module.css';

interface RowBoxProps {
  label: string;
  isChecked: boolean;
  /** Neither all nor none of what it stands for. */
  isPartly?: boolean;
  isDisabled?: boolean;
  onChange(isChecked: boolean): void;
}

/** The box that picks a row, or all of them: the browser's own, as a list has one in each row (ADR 0025). */
export function RowBox({ label, isChecked, isPartly = false, isDisabled = false, onChange }: RowBoxProps) {
  return (
    <label className={styles.hit}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
