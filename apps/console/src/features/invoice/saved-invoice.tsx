import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { copyText } from '../../lib/copy.ts';
import { notify } from '../../lib/notify.ts';
import styles from './invoice-form.module.css';
import type { Saved } from './invoice-form.tsx';

/** The number of an application, to be kept: with the e-mail it finds it again. */
export function SavedInvoice({ saved, onNext }: { saved: Saved; onNext(): void }) {
  const { t } = useTranslation(['invoice', 'common']);
  return (
    <div className={styles.form}>
      <p role="status">{t(saved.isDraft ? 'saved.draft' : 'saved.submitted')}</p>
      <dl className={styles.facts}>
        <dt>{t('field.applicationNo')}</dt>
        <dd className="figures">{saved.applicationNo}</dd>
        <dt>{t('field.email')}</dt>
        <dd>{saved.email}</dd>
      </dl>
      <PlainButton
        look="primary"
        onClick={async () => {
          if (await copyText(saved.applicationNo)) notify('success', t('common:copy.done'));
        }}
      >
        {t('saved.copy')}
      </PlainButton>
      <PlainButton onClick={onNext}>{t(saved.isDraft ? 'saved.goOn' : 'saved.next')}</PlainButton>
    </div>
  );
}
