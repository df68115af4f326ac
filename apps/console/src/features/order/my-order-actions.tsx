import { type CardOrderDetail, cardOrderTransitions } from '@xyxlx/contracts/card-order';
import { allows } from '@xyxlx/contracts/transitions';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const MyOrderForm = lazy(async () => ({ default: (await import('./my-order-form.tsx')).MyOrderForm }));

const ApplyOwnInvoice = lazy(async () => ({
  default: (await import('./apply-invoice.tsx')).ApplyOwnInvoice,
}));

/** What its maker can do with an order; `waits` is the approval that it waits for. */
export function myOrderActions(
  t: TFunction<'order'>,
  waits: string | undefined,
): RecordAction<CardOrderDetail>[] {
  const step = {
    permission: 'own.order',
    affects: [api.own.pathFilter(), api.approval.pathFilter()],
  } as const;
  const inState =
    (action: 'editOrder' | 'cancelOrder') =>
    ({ state }: CardOrderDetail) =>
      allows(cardOrderTransitions, action, state);
  return [
    {
      ...step,
      name: 'withdraw',
      offered: ({ state }) => state === 'SUBMITTED' && waits !== undefined,
      label: t('act.withdraw'),
      ask: { words: t('act.withdraw.words') },
      one: () => client.approval.withdraw.mutate({ id: waits as string }),
      done: t('act.withdraw.done'),
    },
    {
      ...step,
      name: 'editOrder',
      offered: inState('editOrder'),
      label: t('act.edit'),
      look: 'primary',
      dialog: (order, onClose) => <MyOrderForm order={order} onClose={onClose} />,
    },
    {
      ...step,
      name: 'applyInvoice',
      offered: ({ invoiceableAmount }) => invoiceableAmount > 0,
      label: t('act.invoice'),
      dialog: (order, onClose) => <ApplyOwnInvoice order={order} onClose={onClose} />,
    },
    {
      ...step,
      name: 'cancelOrder',
      offered: inState('cancelOrder'),
      label: t('act.cancel'),
      look: 'danger',
      ask: { words: t('act.cancel.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.own.cancelOrder.mutate({ id, version, ...given }),
    },
  ];
}
