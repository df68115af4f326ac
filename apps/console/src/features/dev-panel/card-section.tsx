import { useMutation } from '@tanstack/react-query';
import { longest, namedNumber } from '@xyxlx/contracts/fields';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import { amountText, fenOf } from '../../lib/money.ts';
import { randomKey } from '../../lib/random-key.ts';
import { readToken } from '../../lib/storage.ts';
import styles from './dev-panel.module.css';
import { Section } from './section.tsx';

const numberLength = longest(namedNumber);

/** Pays by card as a channel would, and says what it was answered: a decline with its code. */
export function CardSection() {
  const { t } = useTranslation('dev-panel');
  const [given, setGiven] = useState({ cardNo: '', payeeMerchantNo: '', amount: '', mcc: '5812' });
  const pay = useMutation(api.dev.cardPay.mutationOptions());
  const isSignedIn = readToken() !== null;
  const amount = fenOf(given.amount);
  const isComplete =
    given.cardNo.trim() !== '' && given.payeeMerchantNo.trim() !== '' && /^\d{4}$/.test(given.mcc);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete || !amount) return;
    pay.mutate({
      cardNo: given.cardNo.trim(),
      payeeMerchantNo: given.payeeMerchantNo.trim(),
      ...{ amount, mcc: given.mcc, reference: randomKey() },
    });
  }

  const input = (
    name: keyof typeof given,
    more: { maxLength?: number | undefined; inputMode?: 'numeric' | 'decimal' },
  ) => (
    <Field
      label={t(`card.${name}`)}
      value={given[name]}
      onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
      {...more}
    />
  );

  return (
    <Section title={t('card.title')} words={t(isSignedIn ? 'card.words' : 'session.signInFirst')}>
      <form className={styles.fields} onSubmit={submit}>
        <div className={styles.row}>
          {input('cardNo', { maxLength: numberLength })}
          {input('payeeMerchantNo', { maxLength: numberLength })}
        </div>
        <div className={styles.row}>
          {input('amount', { inputMode: 'decimal' })}
          {input('mcc', { inputMode: 'numeric', maxLength: 4 })}
          <PlainButton type="submit" busy={pay.isPending} disabled={!isSignedIn || !isComplete || !amount}>
            {t('card.pay')}
          </PlainButton>
        </div>
        <output className={styles.words}>{pay.data && <Answer {...pay.data} />}</output>
      </form>
    </Section>
  );
}

interface AnswerProps {
  responseCode: string;
  reason: string;
  paymentNo: string | null;
  availableBalance: number | null;
}

function Answer({ responseCode, reason, paymentNo, availableBalance }: AnswerProps) {
  const { t } = useTranslation('dev-panel');
  const left = availableBalance === null ? null : t('card.left', { amount: amountText(availableBalance) });
  return [`${responseCode} ${reason}`, paymentNo, left].filter((part) => part !== null).join(' · ');
}
