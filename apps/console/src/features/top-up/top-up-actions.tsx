import { type TopUpDetail, topUpTransitions } from '@xyxlx/contracts/top-up';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const ReverseDialog = lazy(async () => ({ default: (await import('./reverse-dialog.tsx')).ReverseDialog }));

/** What can be done with a top-up. */
export function topUpActions(
  t: TFunction<'top-up'>,
  onPay: (row: TopUpDetail) => void,
): RecordAction<TopUpDetail>[] {
  return [
    {
      name: 'payTopUp',
      permission: 'topup.edit',
      label: t('act.pay'),
      look: 'primary',
      offered: ({ state, payUrl, payTo }) => state === 'WAITING' || payUrl !== null || payTo !== null,
      press: onPay,
    },
    {
      affects: [api.topup.pathFilter()],
      ...byState(topUpTransitions, 'cancelTopUp'),
      label: t('act.cancel'),
      look: 'danger',
      ask: { words: t('act.cancel.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.topup.cancelTopUp.mutate({ id, version, ...given }),
    },
    {
      ...byState(topUpTransitions, 'reverseTopUp'),
      // What paid an order is refunded there; one reversal waits at a time.
      offered: ({ state, target, late, reversals }) =>
        state === 'SUCCESS' &&
        (target !== 'ORDER' || late) &&
        reversals.every((one) => one.state !== 'SUBMITTED'),
      label: t('act.reverse'),
      look: 'danger',
      dialog: (topUp, onClose) => <ReverseDialog topUp={topUp} onClose={onClose} />,
    },
  ];
}
