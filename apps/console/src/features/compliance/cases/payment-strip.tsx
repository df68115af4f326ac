import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { countText } from '../../../lib/money.ts';
import { Legend } from './legend.tsx';
import { Plot } from './plot.tsx';

const PaymentDots = lazy(async () => ({ default: (await import('./payment-dots.tsx')).PaymentDots }));

/** What the subject paid around the case: a dot is a payment, a diamond what came back, red what the rule found, a ring what was declined, grey the nights. */
export function PaymentStrip({ payments }: { payments: CaseExplanation['payments'] }) {
  const { t } = useTranslation('compliance/cases');
  const of = {
    count: payments.filter(({ isRefund }) => !isRefund).length,
    refunds: payments.filter(({ isRefund }) => isRefund).length,
    hits: payments.filter(({ isHit }) => isHit).length,
    declined: payments.filter(({ isDeclined }) => isDeclined).length,
  };
  if (payments.length === 0) return null;
  return (
    <Plot
      title={t('strip.title')}
      label={t('strip.label', {
        count: countText(of.count),
        refunds: countText(of.refunds),
        hits: countText(of.hits),
        declined: countText(of.declined),
      })}
      height={190}
      legend={
        <Legend
          marks={[
            { label: t('strip.payment'), color: 'var(--brand)' },
            { label: t('strip.refund'), color: 'var(--brand)', shape: 'diamond' },
            { label: t('strip.hit'), color: 'var(--danger)' },
            { label: t('strip.declined'), color: 'var(--ink-faint)', shape: 'ring' },
            { label: t('strip.night'), color: 'var(--line-strong)', shape: 'band' },
          ]}
        />
      }
      drawing={<PaymentDots payments={payments} />}
      table={
        <RowsTable
          name="riskCasePayment"
          label={t('strip.title')}
          rows={payments.toReversed()}
          rowId={({ id }) => id}
          columns={(cell) => [
            cell.moment('at', t('strip.at'), ({ at }) => at),
            cell.money('amount', t('field.amount'), ({ amount }) => amount),
            cell.text('payee', t('strip.payee'), ({ payee }) => payee.name, { wraps: true }),
            cell.custom('what', t('strip.what'), ({ isHit, isDeclined, isRefund }) =>
              isHit || isDeclined || isRefund ? (
                <>
                  {isHit && <ToneTag tone="bad">{t('strip.hit')}</ToneTag>}{' '}
                  {isDeclined && <ToneTag tone="quiet">{t('strip.declined')}</ToneTag>}
                  {isRefund && <ToneTag tone="quiet">{t('strip.refund')}</ToneTag>}
                </>
              ) : null,
            ),
            cell.figures('no', t('strip.no'), ({ no }) => no),
          ]}
        />
      }
    />
  );
}
