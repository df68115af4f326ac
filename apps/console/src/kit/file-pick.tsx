import { useId } from 'react';
import styles from './file-pick.module.css';

interface FilePickProps {
  label: string;
  /** The words of the button; the browser's own would be in the browser's language. */
  choose: string;
  accept: string;
  file: File | null;
  onPick(file: File | null): void;
  disabled?: boolean;
  problem?: string | undefined;
}

/** Picks one file, by press, keyboard or drop. */
export function FilePick({ label, choose, accept, file, onPick, disabled, problem }: FilePickProps) {
  const id = useId();
  return (
    <div className={styles.pick}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <span aria-hidden="true" className={styles.choose}>
          {choose}
        </span>
        <span className={styles.name}>{file?.name}</span>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => {
            onPick(event.target.files?.[0] ?? null);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
