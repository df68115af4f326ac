import type { LotteryRow, LotteryState } from '@xyxlx/contracts/lottery';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { ActsForecast } from '../../kit/approval/act-forecast.tsx';
import { api, client } from '../../lib/api.ts';

const DeliverDialog = lazy(async () => ({ default: (await import('./deliver-dialog.tsx')).DeliverDialog }));

/** What is done to prizes: handing out begins, is recorded as done, or as failed. */
export function lotteryActions(t: TFunction<'lottery'>): RecordAction<LotteryRow>[] {
  return [
    {
      name: 'failLottery',
      label: t('fail.action'),
      permission: 'lottery.award',
      look: 'danger',
      offered: isIn('AWARDING'),
      bulkTitle: t('fail.title'),
      ask: { title: () => t('fail.title'), words: t('fail.words'), reason: 'needed' },
      many: (ids, given) => client.lottery.failLottery.mutate({ ids, ...given }),
      affects: [api.lottery.pathFilter()],
    },
    {
      name: 'deliverLottery',
      label: t('deliver.action'),
      permission: 'lottery.award',
      look: 'primary',
      offered: isIn('AWARDING'),
      bulkDialog: (dialog) => <DeliverDialog {...dialog} />,
    },
    {
      name: 'awardLottery',
      label: t('award.action'),
      permission: 'lottery.award',
      look: 'primary',
      offered: isIn('PENDING', 'FAILED'),
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

function isIn(...wanted: LotteryState[]) {
  return ({ state }: LotteryRow) => wanted.includes(state);
}
