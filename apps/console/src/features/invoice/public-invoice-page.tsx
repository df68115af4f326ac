import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { FindInvoice } from './find-invoice.tsx';
import styles from './invoice-form.module.css';
import { InvoiceForm, type Saved } from './invoice-form.tsx';
import { SavedInvoice } from './saved-invoice.tsx';

/** 支付宝开票, open to whoever paid. */
export function Component() {
  const { t } = useTranslation('invoice');
  const [saved, setSaved] = useState<Saved | null>(null);
  const [round, setRound] = useState(1);
  const draftNo = saved?.isDraft ? saved.applicationNo : undefined;
  const [isShown, setShown] = useState(false);

  function next(): void {
    setShown(false);
    // A draft is gone on with; after a submission the form starts anew.
    if (draftNo === undefined) setRound(round + 1);
  }

  return (
    <PublicFrame title={t('form.title')} lead={t('form.lead')}>
      <div className={styles.task}>
        {/* Hidden, not unmounted: who goes on with a draft finds what was typed. */}
        <div hidden={isShown}>
          <InvoiceForm
            key={round}
            draftNo={draftNo}
            onSaved={(kept) => {
              setSaved(kept);
              setShown(true);
            }}
          />
        </div>
        {saved && isShown && <SavedInvoice saved={saved} onNext={next} />}
        <FindInvoice />
      </div>
    </PublicFrame>
  );
}
