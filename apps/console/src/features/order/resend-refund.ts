import type { ChannelRefund } from '@xyxlx/contracts/channel-refund';
import { channelRefundTransitions } from '@xyxlx/contracts/channel-refund-states';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** A refund that a channel refused is asked for again. */
export function resendRefund(t: TFunction<'order'>): RecordAction<ChannelRefund>[] {
  return [
    {
      affects: [api.order.pathFilter(), api.topup.pathFilter()],
      ...byState(channelRefundTransitions, 'resendRefund'),
      label: t('act.resend'),
      ask: { words: t('act.resend.words') },
      one: ({ id, version }) => client.topup.resendRefund.mutate({ id, version }),
    },
  ];
}
