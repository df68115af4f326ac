import { onlineManager } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reachability } from '../../lib/reachability.ts';
import styles from './offline-bar.module.css';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Says that the server can't be reached, as long as it can't. */
export function OfflineBar() {
  const { t } = useTranslation('shell');
  if (useSyncExternalStore(subscribe, isOnline)) return null;
  return (
    <div role="status" className={styles.bar}>
      <span>{t('offline.words')}</span>
      <Button size="small" onClick={() => reachability.check()}>
        {t('offline.retry')}
      </Button>
    </div>
  );
}
