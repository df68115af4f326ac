import type { Job } from '@xyxlx/contracts/job';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with long work: go to what came of it, or stop it. */
export function jobActions(t: TFunction<'job'>, follow: (page: string) => void): RecordAction<Job>[] {
  const affects = [api.job.pathFilter()];
  return [
    {
      name: 'followJob',
      label: ({ state }) => t(state === 'WAITING_CONFIRM' ? 'act.continue' : 'act.open'),
      look: 'primary',
      offered: ({ page }) => page !== null,
      press: ({ page }) => page !== null && follow(page),
    },
    {
      affects,
      name: 'undoImport',
      label: t('act.undo'),
      look: 'danger',
      offered: ({ canUndo }) => canUndo,
      ask: { words: t('act.undo.words') },
      one: ({ id }) => client.job.undoImport.mutate({ id }),
    },
    {
      affects,
      name: 'cancelJob',
      label: t('act.cancel'),
      look: 'danger',
      offered: ({ canCancel }) => canCancel,
      ask: { words: t('act.cancel.words') },
      one: ({ id }) => client.job.cancelJob.mutate({ id }),
    },
  ];
}
