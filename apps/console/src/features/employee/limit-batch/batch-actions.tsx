import { type LimitBatch, limitBatchTransitions } from '@xyxlx/contracts/bill-change';
import type { TFunction } from 'i18next';
import { byState } from '../../../kit/actions/by-state.ts';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { ActsForecast } from '../../../kit/approval/act-forecast.tsx';
import { api, client } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { countText, differenceText } from '../../../lib/money.ts';
import { notify } from '../../../lib/notify.ts';
import { queryClient } from '../../../lib/query-client.ts';

type State = LimitBatch['state'];

/** Nothing of it has taken effect, or will. */
const over: readonly State[] = ['CANCELLED', 'REJECTED', 'FAILED', 'UNCHANGED'];

/** What can be done with a batch in its state; `onRestart` starts over with another file, where a merchant is chosen. */
export function batchActions(
  t: TFunction<['employee', 'kit']>,
  onRestart: (() => void) | undefined,
): RecordAction<LimitBatch>[] {
  // What the batch has become stands in its wizard: nothing else has to be said.
  const changed = { permission: 'limit.upload', done: null, affects: [api.approval.pathFilter()] } as const;
  return [
    {
      ...changed,
      ...byState(limitBatchTransitions, 'confirmBatch'),
      label: ({ needsApproval, changed: total, differenceAmount }) =>
        t(needsApproval ? 'batch.submit' : 'batch.confirm', {
          total: countText(total),
          difference: differenceText(differenceAmount),
        }),
      look: 'primary',
      isDisabled: (batch) => batch.changed === 0,
      one: ({ id, version }, _given, call) =>
        show(client.billChange.confirmBatch.mutate({ id, version }, call)),
    },
    {
      ...changed,
      ...byState(limitBatchTransitions, 'cancelBatch'),
      label: t('batch.cancel'),
      one: ({ id, version }) => show(client.billChange.cancelBatch.mutate({ id, version })),
    },
    {
      ...changed,
      ...byState(limitBatchTransitions, 'resumeBatch'),
      label: t('batch.resume'),
      look: 'primary',
      one: ({ id, version }, _given, call) =>
        show(client.billChange.resumeBatch.mutate({ id, version }, call)),
    },
    {
      name: 'exportBatchFailed',
      label: t('batch.failedFile'),
      permission: 'limit.export',
      offered: ({ failed }) => failed > 0,
      one: ({ id }) => downloadFile('billChange/exportBatchFailed', { id, format: 'xlsx' }),
      done: null,
    },
    {
      ...changed,
      name: 'cancelJob',
      label: t('batch.stop'),
      look: 'danger',
      offered: ({ state, jobId }) => state === 'RUNNING' && jobId !== null,
      one: ({ jobId }) => client.job.cancelJob.mutate({ id: jobId ?? '' }),
      affects: [api.billChange.getBatch.pathFilter()],
    },
    {
      ...changed,
      ...byState(limitBatchTransitions, 'undoBatch'),
      label: t('batch.undo'),
      look: 'danger',
      ask: {
        title: () => t('batch.undo'),
        words: t('batch.undo.words'),
        agree: t('undo.action'),
        reason: 'needed',
        forecast: ({ id }) => <ActsForecast subjectType="limitBatchUndo" ids={[id]} />,
      },
      async one({ id, version }, given, call) {
        const { approvalId } = await show(
          client.billChange.undoBatch.mutate({ id, version, ...given }, call),
        );
        if (approvalId) notify('success', t('kit:act.submitted'));
      },
    },
    {
      name: 'restart',
      label: t('batch.restart'),
      permission: 'limit.upload',
      offered: ({ state }) => over.includes(state) && onRestart !== undefined,
      press: () => onRestart?.(),
    },
  ];
}

/** Shows what a batch has become as soon as it is answered. */
async function show<Batch extends LimitBatch>(work: Promise<Batch>): Promise<Batch> {
  const batch = await work;
  queryClient.setQueryData(api.billChange.getBatch.queryKey({ id: batch.id }), batch);
  return batch;
}
