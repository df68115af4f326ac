import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNewVersionServed } from '../../lib/new-version.ts';
import styles from './notice.module.css';

const askEveryMs = 5 * 60_000;

/** Notices that a newer console is served and offers it; nothing is reloaded without being asked. */
export function NewVersionNotice() {
  const { t } = useTranslation('shell');
  const [isNew, setNew] = useState(false);
  const [isLater, setLater] = useState(false);

  useEffect(() => {
    if (isNew) return;
    const ask = async () => {
      if (document.visibilityState === 'visible' && (await isNewVersionServed())) setNew(true);
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isNew]);

  if (!isNew || isLater) return null;
  return (
    <div role="status" className={styles.notice}>
      <span>{t('version.new')}</span>
      <Button type="primary" onClick={() => window.location.reload()}>
        {t('version.reload')}
      </Button>
      <Button onClick={() => setLater(true)}>{t('version.later')}</Button>
    </div>
  );
}
