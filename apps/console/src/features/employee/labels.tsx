import styles from './employee-list.module.css';

/** An employee's labels in one line. */
export function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return '—';
  return (
    <span title={labels.join(' ')}>
      {labels.map((label) => (
        <span key={label} className={styles.label}>
          {label}
        </span>
      ))}
    </span>
  );
}
