import styles from './key-hint.module.css';

/** The key that presses a button, on the button; screen readers hear it by `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  );
}
