import { type IssueBatchRecord, issueTransitions } from '@xyxlx/contracts/issue';
import { type ExecutionState, executionStates, executionTransitions } from '@xyxlx/contracts/issue-execution';
import { allows } from '@xyxlx/contracts/transitions';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { CallContext, Given, RecordAction } from '../../kit/actions/record-action.ts';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { api, client } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { notify } from '../../lib/notify.ts';

type Texts = TFunction<['issuing', 'kit']>;

const affects = [
  api.creditLimit.pathFilter(),
  api.autoIssue.pathFilter(),
  api.approval.pathFilter(),
  api.home.pathFilter(),
];
// What the batch has become stands in its record: nothing else has to be said.
const changed = { done: null, affects } as const;

/** What can be done with a batch in its state. */
export function batchActions(t: Texts): RecordAction<IssueBatchRecord>[] {
  return [
    {
      ...changed,
      ...byState(issueTransitions, 'submitIssue'),
      label: t('act.submit'),
      look: 'primary',
      ask: { words: t('act.submit.words'), agree: t('act.submit') },
      one: ({ id, version }, _given, call) => client.creditLimit.submitIssue.mutate({ id, version }, call),
    },
    {
      ...changed,
      ...byState(issueTransitions, 'cancelIssue'),
      label: t('act.cancel'),
      ask: { words: t('act.cancel.words') },
      one: ({ id, version }) => client.creditLimit.cancelIssue.mutate({ id, version }),
    },
    {
      ...changed,
      ...byState(issueTransitions, 'resumeIssue'),
      label: t('act.resume'),
      look: 'primary',
      one: ({ id, version }) => client.creditLimit.resumeIssue.mutate({ id, version }),
    },
    {
      ...changed,
      ...byManual('retryIssue'),
      label: t('act.retry'),
      look: 'primary',
      ask: { words: t('act.retry.words') },
      one: ({ id, version }, _given, call) => client.creditLimit.retryIssue.mutate({ id, version }, call),
    },
    ...runActions(t),
    {
      ...changed,
      name: 'cancelJob',
      label: t('act.stop'),
      permission: 'creditlimit.issue',
      look: 'danger',
      offered: ({ state, jobId }) => (state === 'RUNNING' || state === 'VOIDING') && jobId !== null,
      ask: { words: t('act.stop.words') },
      one: ({ jobId }) => client.job.cancelJob.mutate({ id: jobId ?? '' }),
    },
    {
      name: 'exportIssueRow',
      label: t('act.download'),
      permission: 'creditlimit.export',
      offered: ({ state, total }) => state !== 'CHECKING' && total > 0,
      one: ({ id }) => downloadFile('creditLimit/exportIssueRow', { issueId: id, format: 'xlsx' }),
      done: null,
    },
    {
      name: 'exportIssueFailed',
      label: t('act.downloadFailed'),
      permission: 'creditlimit.export',
      offered: ({ state, failed }) => state !== 'CHECKING' && failed > 0,
      one: ({ id }) => downloadFile('creditLimit/exportIssueFailed', { id, format: 'xlsx' }),
      done: null,
    },
    {
      ...voidAction(t),
      label: t('act.void'),
      ask: {
        words: t('act.void.words'),
        agree: t('act.void.agree'),
        reason: 'needed',
        forecast: ({ merchant, doneAmount, takenBackAmount, done }) => (
          <ActForecast
            subjectType="limitIssueVoid"
            merchantId={merchant.id}
            amount={doneAmount - takenBackAmount}
            count={done}
          />
        ),
      },
      one: voided(t),
    },
  ];
}

/** Voids some rows of a batch, by their numbers. */
export function voidRowsAction(t: Texts, rowNos: number[]): RecordAction<IssueBatchRecord> {
  return {
    ...voidAction(t),
    label: t('act.voidRows', { total: rowNos.length }),
    ask: { words: t('act.void.words'), agree: t('act.void.agree'), reason: 'needed' },
    one: voided(t, rowNos),
  };
}

/** A batch by hand is tried again by itself, a run of a plan as its plan's. */
function byManual(action: 'retryIssue') {
  const { offered, ...who } = byState(issueTransitions, action);
  return { ...who, offered: (batch: IssueBatchRecord) => batch.kind === 'MANUAL' && offered(batch) };
}

/** What can be done with a run of a plan besides. */
function runActions(t: Texts): RecordAction<IssueBatchRecord>[] {
  const run = (action: 'retryExecution' | 'skipExecution' | 'reissueExecution') => ({
    ...changed,
    name: action,
    permission: 'creditlimit.issue' as const,
    label: t(`run.${action}`),
    ask: { words: t(`run.${action}.words`), agree: t(`run.${action}`), reason: 'needed' as const },
    offered: ({ kind, state }: IssueBatchRecord) =>
      kind !== 'MANUAL' && isExecutionState(state) && allows(executionTransitions, action, state),
  });
  return [
    {
      ...run('retryExecution'),
      look: 'primary',
      one: ({ id, version }, given, call) =>
        client.autoIssue.retryExecution.mutate({ id, version, ...given }, call),
    },
    {
      ...run('reissueExecution'),
      look: 'primary',
      one: ({ id, version }, given, call) =>
        client.autoIssue.reissueExecution.mutate({ id, version, ...given }, call),
    },
    {
      ...run('skipExecution'),
      one: ({ id, version }, given) => client.autoIssue.skipExecution.mutate({ id, version, ...given }),
    },
  ];
}

function isExecutionState(state: string): state is ExecutionState {
  return executionStates.some((one) => one === state);
}

function voidAction(t: Texts) {
  return {
    ...changed,
    ...byState(issueTransitions, 'voidIssue'),
    look: 'danger',
    label: t('act.void'),
  } as const;
}

function voided(t: Texts, rowNos?: number[]) {
  return async ({ id, version }: IssueBatchRecord, given: Given, call: CallContext) => {
    const { jobId } = await client.creditLimit.voidIssue.mutate(
      { id, version, ...given, ...(rowNos && { rowNos }) },
      call,
    );
    if (jobId === null) notify('success', t('kit:act.submitted'));
  };
}
