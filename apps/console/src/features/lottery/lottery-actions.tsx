import { type LotteryRow, lotteryTransitions } from '@xyxlx/contracts/lottery';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const ActsForecast = lazy(async () => ({
  default: (await import('../../kit/approval/act-forecast.tsx')).ActsForecast,
}));
const DeliverDialog = lazy(async () => ({ default: (await import('./deliver-dialog.tsx')).DeliverDialog }));

/** What is done to prizes: handing out begins, is recorded as done, or as failed. */
export function lotteryActions(t: TFunction<'lottery'>): RecordAction<LotteryRow>[] {
  return [
    {
      ...byState(lotteryTransitions, 'failLottery'),
      label: t('fail.action'),
      look: 'danger',
      bulkTitle: t('fail.title'),
      ask: { title: () => t('fail.title'), words: t('fail.words'), reason: 'needed' },
      many: (ids, given) => client.lottery.failLottery.mutate({ ids, ...given }),
      affects: [api.lottery.pathFilter()],
    },
    {
      ...byState(lotteryTransitions, 'deliverLottery'),
      label: t('deliver.action'),
      look: 'primary',
      bulkDialog: (dialog) => <DeliverDialog {...dialog} />,
    },
    {
      ...byState(lotteryTransitions, 'awardLottery'),
      label: t('award.action'),
      look: 'primary',
      bulkTitle: t('award.title'),
      ask: {
        title: () => t('award.title'),
        words: t('award.words'),
        reason: 'needed',
      },
      forecastOf: (ids) => <ActsForecast subjectType="lotteryAward" ids={ids} />,
      many: (ids, given, call) => client.lottery.awardLottery.mutate({ ids, ...given }, call),
      // A prize may be a limit, which the page of its employee shows above the draws.
      affects: [api.lottery, api.employee, api.merchant, api.approval].map((area) => area.pathFilter()),
    },
  ];
}
