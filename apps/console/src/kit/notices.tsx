import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { currentNotices, dismiss, subscribeNotices } from '../lib/notify.ts';
import styles from './notices.module.css';

/** The short messages at the top of the screen; read out by screen readers, errors at once. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useSyncExternalStore(subscribeNotices, currentNotices);
  return (
    <div className={styles.stack}>
      {notices.map(({ id, kind, text }) => (
        <div
          key={id}
          className={`${styles.notice} ${styles[kind]}`}
          role={kind === 'error' ? 'alert' : 'status'}
        >
          <span className={styles.mark} aria-hidden="true" />
          <span>{text}</span>
          <button type="button" className={styles.close} aria-label={t('close')} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
