import { type IssueBatchRecord, issueTransitions } from '@xyxlx/contracts/issue';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a batch in its state. */
export function batchActions(t: TFunction<'issuing'>): RecordAction<IssueBatchRecord>[] {
  const affects = [api.creditLimit.pathFilter(), api.home.pathFilter()];
  const cancel = byState(issueTransitions, 'cancelIssue');
  return [
    {
      ...cancel,
      offered: ({ state }) => state === 'DRAFT',
      label: t('act.cancel'),
      ask: { words: t('act.cancel.words') },
      one: ({ id, version }) => client.creditLimit.cancelIssue.mutate({ id, version }),
      affects,
    },
  ];
}
