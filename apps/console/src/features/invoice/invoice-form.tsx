import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, TextArea } from '../../kit/field.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import { typedYuan, yuanText } from '../../lib/money.ts';
import styles from './invoice-form.module.css';
import {
  maxLengthOf,
  nothingTyped,
  problemsOf,
  type Typed,
  type Values,
  valuesOf,
} from './invoice-values.ts';

const optional = ['address', 'phone', 'bank', 'account'] as const;

export interface Saved {
  applicationNo: string;
  email: string;
  isDraft: boolean;
}

interface InvoiceFormProps {
  /** The draft that is gone on with. */
  draftNo?: string | undefined;
  onSaved(saved: Saved): void;
}

/** 支付宝开票: what an invoice needs, checked before it is handed in; a draft may be kept and gone on with. */
export function InvoiceForm({ draftNo, onSaved }: InvoiceFormProps) {
  const { t } = useTranslation('invoice');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const [asked, setAsked] = useState(false);
  const [asksFor, setAsksFor] = useState<Pick<Values, 'paymentNos' | 'mobileLastFour'> | null>(null);
  const quote = useQuery(api.invoice.quoteInvoice.queryOptions(asksFor ?? skipToken, { staleTime: 0 }));
  const save = useMutation(
    api.invoice.saveInvoice.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: ({ applicationNo, state }, { email }) =>
        onSaved({ applicationNo, email, isDraft: state === 'DRAFT' }),
    }),
  );
  const problems = asked ? problemsOf(typed) : new Set<keyof Typed>();

  function send(submit: boolean): void {
    if (form.current) showProblems(form.current, () => setAsked(true));
    if (problemsOf(typed).size > 0) return;
    save.mutate({ ...valuesOf(typed), submit, ...(draftNo && { applicationNo: draftNo }) });
  }

  /** Asks what is left as soon as payments and their proof are both there. */
  function quoteTyped(): void {
    const wrong = problemsOf(typed);
    const { paymentNos, mobileLastFour } = valuesOf(typed);
    setAsksFor(
      wrong.has('paymentNos') || wrong.has('mobileLastFour') ? null : { paymentNos, mobileLastFour },
    );
  }

  const field = (name: keyof Typed) => ({
    label: t(`field.${name}`),
    name,
    maxLength: maxLengthOf(name),
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    problem: problems.has(name) ? t(`problem.${name}`) : undefined,
  });

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(true);
      }}
    >
      <TextArea {...field('paymentNos')} rows={3} placeholder={t('hint.paymentNos')} onBlur={quoteTyped} />
      <Field
        {...field('mobileLastFour')}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('hint.mobileLastFour')}
        onBlur={quoteTyped}
      />
      {quote.data && asksFor && (
        <p className={styles.quote} aria-live="polite">
          {t('quote', { count: quote.data.payments.length, amount: yuanText(quote.data.invoiceableAmount) })}
          <button
            type="button"
            onClick={() => setTyped({ ...typed, amount: typedYuan(quote.data.invoiceableAmount) })}
          >
            {t('quote.take')}
          </button>
        </p>
      )}
      <Field {...field('amount')} inputMode="decimal" placeholder="0.00" />
      <Field {...field('title')} autoComplete="organization" />
      <Field {...field('taxNo')} placeholder={t('hint.taxNo')} />
      <Field {...field('email')} type="email" autoComplete="email" />
      <details className={styles.more} open={optional.some((name) => problems.has(name)) || undefined}>
        <summary>{t('form.more')}</summary>
        <div className={styles.form}>
          <Field {...field('address')} />
          <Field {...field('phone')} inputMode="tel" />
          <Field {...field('bank')} />
          <Field {...field('account')} inputMode="numeric" />
        </div>
      </details>
      <div className={styles.buttons}>
        <PlainButton type="submit" look="primary" busy={save.isPending}>
          {t('form.submit')}
        </PlainButton>
        <PlainButton busy={save.isPending} onClick={() => send(false)}>
          {t('form.keep')}
        </PlainButton>
      </div>
    </form>
  );
}
