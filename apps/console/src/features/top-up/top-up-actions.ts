import { type TopUpDetail, topUpTransitions } from '@xyxlx/contracts/top-up';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

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
  ];
}
