import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Select, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Amounts } from '../../kit/amounts.tsx';
import { ExportButton } from '../../kit/export-button.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { amountText, yuanText } from '../../lib/money.ts';
import { BalanceTable } from './balance-table.tsx';
import { BasisAndSpan } from './basis-and-span.tsx';
import { CompanyChoice } from './company-choice.tsx';
import { useLedgerQuestion } from './ledger-question.ts';
import styles from './trial-balance.module.css';

const MoneyTrend = lazy(async () => ({ default: (await import('./money-trend.tsx')).MoneyTrend }));

/** 科目余额表: what stands on each account at a day or over the present period, whether it balances, and where the money lies over time. */
export function TrialBalance() {
  const { t } = useTranslation('voucher');
  const can = useCan();
  const question = useLedgerQuestion('LIVE');
  const [showsZero, setShowsZero] = useState(false);
  const level = Number(/^[1-4]$/.exec(question.search.get('level') ?? '')?.[0] ?? 4);
  const asked = { ...question.wire, level };
  const { data, error, isFetching, refetch } = useQuery(
    api.voucher.getTrialBalance.queryOptions(asked, { placeholderData: keepPreviousData }),
  );

  return (
    <>
      <div className={styles.asked}>
        <BasisAndSpan question={question} />
        <Select
          aria-label={t('balance.level')}
          style={{ width: 120 }}
          value={level}
          options={[1, 2, 3, 4].map((value) => ({ value, label: t('balance.toLevel', { level: value }) }))}
          onChange={(value) => question.ask({ level: String(value) })}
        />
        <CompanyChoice question={question} />
        <Checkbox checked={showsZero} onChange={({ target }) => setShowsZero(target.checked)}>
          {t('balance.showZero')}
        </Checkbox>
        {can('voucher.export') && (
          <ExportButton
            onExport={(format) => downloadFile('voucher/exportTrialBalance', { ...asked, format })}
          />
        )}
      </div>
      {data && (
        <div className={styles.sum}>
          <p className={styles.days}>
            <span className="figures">{t('balance.days', { from: data.fromDay, to: data.toDay })}</span>
            {data.differenceAmount !== null && <Balanced difference={data.differenceAmount} />}
          </p>
          <Amounts label={t('balance.totals')}>
            {totals.map((name) => (
              <Amount key={name} title={t(`balance.${name}`)}>
                {amountText(data.totals[name])}
              </Amount>
            ))}
          </Amounts>
        </div>
      )}
      <BalanceTable
        rows={data?.rows}
        state={{ error, isFetching, refetch }}
        showsZero={showsZero}
        asked={question.wire}
      />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
        <MoneyTrend />
      </Suspense>
    </>
  );
}

const totals = [
  'openingDebit',
  'openingCredit',
  'debitAmount',
  'creditAmount',
  'closingDebit',
  'closingCredit',
] as const;

function Balanced({ difference }: { difference: number }) {
  const { t } = useTranslation('voucher');
  if (difference === 0) return <ToneTag tone="good">{t('balance.balanced')} ✓</ToneTag>;
  return <ToneTag tone="bad">{t('form.difference', { amount: yuanText(Math.abs(difference)) })}</ToneTag>;
}
