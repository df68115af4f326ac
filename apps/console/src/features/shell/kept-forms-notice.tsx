import { Button } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetForeignForms, keptTitles, subscribeKeptForms } from '../../lib/kept-forms.ts';
import styles from './notice.module.css';

/** Tells which forms still have what was typed before the session ended. */
export function KeptFormsNotice() {
  const { t } = useTranslation('shell');
  const titles = useSyncExternalStore(subscribeKeptForms, keptTitles);
  const [dismissed, setDismissed] = useState('');
  useEffect(forgetForeignForms, []);
  if (titles === '' || titles === dismissed) return null;
  return (
    <div role="status" className={styles.notice}>
      <span>{t('kept.words', { titles })}</span>
      <Button onClick={() => setDismissed(titles)}>{t('kept.dismiss')}</Button>
    </div>
  );
}
