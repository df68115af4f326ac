import { ledgerBases, ledgerBasisWords } from '@xyxlx/contracts/ledger-fields';
import { Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SpanPicker } from '../../kit/filters/span-picker.tsx';
import { DayField } from '../../kit/form/day-field.tsx';
import { labelText } from '../../lib/label.ts';
import type { LedgerQuestion } from './ledger-question.ts';
import styles from './trial-balance.module.css';

/** The controls of balances and of a ledger: what counts, and until which day or over which months. */
export function BasisAndSpan({ question }: { question: LedgerQuestion }) {
  const { t } = useTranslation('voucher');
  const id = useId();
  const ids = { start: `${id}from`, end: `${id}to` };
  const { basis, asOf, months, ask } = question;
  return (
    <>
      <Segmented
        aria-label={t('balance.basis')}
        value={basis}
        options={ledgerBases.map((value) => ({ value, label: labelText(ledgerBasisWords[value]) }))}
        onChange={(value) => ask({ basis: value })}
      />
      <fieldset className={styles.months}>
        <legend className="visually-hidden">{t('field.period')}</legend>
        <label htmlFor={ids.start} className="visually-hidden">
          {t('balance.from')}
        </label>
        <label htmlFor={ids.end} className="visually-hidden">
          {t('balance.to')}
        </label>
        <SpanPicker
          ids={ids}
          label={t('field.period')}
          unit="month"
          value={months}
          onChange={(span) => ask({ from: span?.[0], to: span?.[1], asOf: undefined })}
        />
      </fieldset>
      <div className={styles.day}>
        <label className="visually-hidden" htmlFor={`${id}day`}>
          {t('balance.asOf')}
        </label>
        <DayField
          id={`${id}day`}
          placeholder={t('balance.asOf')}
          value={asOf}
          onChange={(day) => ask({ asOf: day, from: undefined, to: undefined })}
        />
      </div>
    </>
  );
}
