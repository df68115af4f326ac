import type { ScheduledTaskRow } from '@xyxlx/contracts/scheduled-task';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a scheduled task: it only ever does what is due, so that running it once more does no harm. */
export function scheduleActions(t: TFunction<'job'>): RecordAction<ScheduledTaskRow>[] {
  return [
    {
      name: 'runScheduledTask',
      permission: 'service.run',
      label: t('schedule.run'),
      look: 'primary',
      isDisabled: ({ state }) => state === 'ASKED' || state === 'RUNNING',
      ask: { words: t('schedule.run.words') },
      done: t('schedule.run.done'),
      affects: [api.job.queryScheduledTask.pathFilter(), api.job.getScheduledTask.pathFilter()],
      one: ({ id }) => client.job.runScheduledTask.mutate({ id }),
    },
  ];
}
