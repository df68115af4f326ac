import { useQuery } from '@tanstack/react-query';
import { longest } from '@xyxlx/contracts/fields';
import { invoice as contract, invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import styles from './invoice-form.module.css';

const { shape } = contract.getInvoice.input;

/** Looks an application up by its number and e-mail: how far it is. */
export function FindInvoice() {
  const { t } = useTranslation('invoice');
  const [applicationNo, setApplicationNo] = useState('');
  const [email, setEmail] = useState('');
  const [wanted, setWanted] = useState<{ applicationNo: string; email: string } | null>(null);
  const found = useQuery(
    api.invoice.getInvoice.queryOptions(wanted ?? { applicationNo: '-', email: '-' }, {
      enabled: wanted !== null,
    }),
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!applicationNo.trim() || !email.trim()) return;
    setWanted({ applicationNo: applicationNo.trim(), email: email.trim() });
  }

  return (
    <section className={styles.lookup}>
      <h2>{t('find.title')}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t('field.applicationNo')}
          name="applicationNo"
          maxLength={longest(shape.applicationNo)}
          value={applicationNo}
          onChange={(event) => setApplicationNo(event.target.value)}
        />
        <Field
          label={t('field.email')}
          name="findEmail"
          type="email"
          maxLength={longest(shape.email)}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PlainButton type="submit" busy={found.isFetching}>
          {t('find.submit')}
        </PlainButton>
      </form>
      {found.data && (
        <dl className={styles.facts} aria-live="polite">
          <dt>{t('field.state')}</dt>
          <dd>{labelText(invoiceApplicationStateWords[found.data.state])}</dd>
          <dt>{t('field.title')}</dt>
          <dd>{found.data.title}</dd>
          <dt>{t('field.amount')}</dt>
          <dd className="figures">{yuanText(found.data.amount)}</dd>
          {found.data.invoiceNo && (
            <>
              <dt>{t('field.invoiceNo')}</dt>
              <dd className="figures">{found.data.invoiceNo}</dd>
            </>
          )}
          {found.data.reason && (
            <>
              <dt>{t('field.reason')}</dt>
              <dd>{found.data.reason}</dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}
