import { type CardOrderDetail, cardOrderTransitions } from '@xyxlx/contracts/card-order';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { countText, yuanText } from '../../lib/money.ts';

const OrderForm = lazy(async () => ({ default: (await import('./order-form.tsx')).OrderForm }));
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));
const ShipDialog = lazy(async () => ({ default: (await import('./ship-dialog.tsx')).ShipDialog }));

const ChannelDialog = lazy(async () => ({ default: (await import('./channel-dialog.tsx')).ChannelDialog }));
const ApplyInvoice = lazy(async () => ({ default: (await import('./apply-invoice.tsx')).ApplyInvoice }));

/** What can be done with an order; `onCode` shows the code that it is paid by. */
export function orderActions(t: TFunction<'order'>, onCode: () => void): RecordAction<CardOrderDetail>[] {
  const pay = byState(cardOrderTransitions, 'payOrder');
  const isPaidBy = (method: CardOrderDetail['payMethod']) => (order: CardOrderDetail) =>
    pay.offered(order) && order.payMethod === method;
  const askChannel = (order: CardOrderDetail, onClose: () => void) => (
    <ChannelDialog order={order} onAsked={onCode} onClose={onClose} />
  );
  return [
    {
      ...pay,
      offered: isPaidBy('FUND'),
      label: t('act.pay'),
      look: 'primary',
      ask: {
        words: ({ payableAmount, company }) =>
          t('act.pay.words', { amount: yuanText(payableAmount), company: company.name }),
      },
      one: ({ id, version }, _given, call) => client.order.payOrder.mutate({ id, version }, call),
      done: t('act.pay.done'),
      affects: [api.order.pathFilter(), api.fund.pathFilter()],
    },
    {
      ...pay,
      name: 'showCode',
      offered: ({ payMethod, incoming }) => payMethod === 'CHANNEL' && incoming !== null,
      label: t('act.code'),
      look: 'primary',
      press: onCode,
    },
    {
      ...pay,
      name: 'payOnline',
      offered: (order) => isPaidBy('CHANNEL')(order) && order.incoming === null,
      label: t('act.payOnline'),
      look: 'primary',
      dialog: askChannel,
    },
    {
      ...pay,
      name: 'payByAnother',
      offered: (order) => isPaidBy('CHANNEL')(order) && order.incoming?.state === 'WAITING',
      label: t('act.payOnline.other'),
      dialog: askChannel,
    },
    {
      ...byState(cardOrderTransitions, 'makeOrder'),
      label: t('act.make'),
      look: 'primary',
      ask: { words: ({ quantity }) => t('act.make.words', { quantity: countText(quantity) }) },
      one: ({ id, version }) => client.order.makeOrder.mutate({ id, version }),
      done: t('act.make.done'),
      affects: [api.order.pathFilter(), api.card.pathFilter()],
    },
    {
      ...byState(cardOrderTransitions, 'shipOrder'),
      label: t('act.ship'),
      look: 'primary',
      dialog: (order, onClose) => <ShipDialog order={order} onClose={onClose} />,
    },
    {
      ...byState(cardOrderTransitions, 'receiveOrder'),
      label: t('act.receive'),
      look: 'primary',
      ask: { words: t('act.receive.words') },
      one: ({ id, version }) => client.order.receiveOrder.mutate({ id, version }),
      affects: [api.order.pathFilter()],
    },
    {
      name: 'applyInvoice',
      permission: 'order.edit',
      offered: ({ invoiceableAmount }) => invoiceableAmount > 0,
      label: t('act.invoice'),
      dialog: (order, onClose) => <ApplyInvoice order={order} onClose={onClose} />,
    },
    {
      ...byState(cardOrderTransitions, 'editOrder'),
      label: t('act.edit'),
      look: 'primary',
      dialog: (order, onClose) => <OrderForm order={order} onClose={onClose} />,
    },
    {
      ...byState(cardOrderTransitions, 'cancelOrder'),
      label: t('act.cancel'),
      look: 'danger',
      ask: { words: t('act.cancel.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.order.cancelOrder.mutate({ id, version, ...given }),
      affects: [api.order.pathFilter()],
    },
    {
      ...byState(cardOrderTransitions, 'refundOrder'),
      offered: ({ lines }) => lines.some(({ refundable }) => refundable > 0),
      label: t('act.refund'),
      look: 'danger',
      dialog: (order, onClose) => <RefundDialog order={order} onClose={onClose} />,
    },
  ];
}
