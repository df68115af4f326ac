import type { ConsumptionDetail } from '@xyxlx/contracts/consumption';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { MoneyBackForecast, moneyBackAreas } from './money-back.tsx';

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

/** Refunds a payment, or revokes one of today. */
export function consumptionActions(t: TFunction<'consumption'>): RecordAction<ConsumptionDetail>[] {
  return [
    {
      name: 'refundConsumption',
      label: t('refund.action'),
      permission: 'consumption.refund',
      look: 'primary',
      offered: ({ refundableAmount }) => refundableAmount > 0,
      dialog: (payment, onClose) => <RefundDialog payment={payment} onClose={onClose} />,
    },
    {
      name: 'revokeConsumption',
      label: t('revoke.action'),
      permission: 'consumption.refund',
      look: 'danger',
      offered: ({ revocable }) => revocable,
      ask: {
        title: () => t('revoke.title'),
        words: ({ amount, fundedBy }) =>
          t(fundedBy === 'CARD' ? 'revoke.cardWords' : 'revoke.words', { amount: yuanText(amount) }),
        reason: 'needed',
        forecast: (payment) => <MoneyBackForecast payment={payment} amount={payment.amount} />,
      },
      one: ({ id }, given, call) => client.consumption.revokeConsumption.mutate({ id, ...given }, call),
      done: t('revoke.done'),
      affects: moneyBackAreas(),
    },
  ];
}
