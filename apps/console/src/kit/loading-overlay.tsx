import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pending } from '../lib/pending.ts';
import styles from './loading-overlay.module.css';
import { useDelayedFlag } from './use-delayed-flag.ts';

/** 加载中... over the whole screen while requests or the code of a screen are pending; quick ones never show it. */
export function LoadingOverlay({ isNavigating }: { isNavigating: boolean }) {
  const { t } = useTranslation();
  const isPending = useSyncExternalStore(
    pending.subscribe,
    () => pending.count() > 0,
    () => false,
  );
  if (!useDelayedFlag(isPending || isNavigating, 300, 400)) return null;
  return (
    <div className={styles.veil} role="status">
      <span className={styles.card}>
        <span className={styles.ring} aria-hidden="true" />
        {t('loading')}
      </span>
    </div>
  );
}
