import { type IssuePlanDetail, issuePlanTransitions } from '@xyxlx/contracts/issue-plan';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a plan in its state. */
export function planActions(
  t: TFunction<'issuing'>,
  onEdit: (plan: IssuePlanDetail) => void,
): RecordAction<IssuePlanDetail>[] {
  const changed = { affects: [api.autoIssue.pathFilter(), api.approval.pathFilter()] } as const;
  const submit = byState(issuePlanTransitions, 'submitPlan');
  return [
    {
      ...changed,
      ...submit,
      // An enabled one runs on by what is published: what is handed in is the draft beside it.
      offered: (plan) => submit.offered(plan) && (plan.state !== 'ENABLED' || plan.next?.state === 'DRAFT'),
      label: t('plan.act.submit'),
      look: 'primary',
      ask: { words: t('plan.act.submit.words'), reason: 'needed' },
      done: t('plan.submitted'),
      one: ({ id, version }, given) => client.autoIssue.submitPlan.mutate({ id, version, ...given }),
    },
    {
      name: 'editPlan',
      label: t('plan.act.edit'),
      permission: 'creditlimit.issue',
      offered: ({ state, next }) =>
        state !== 'ARCHIVED' && state !== 'SUBMITTED' && next?.state !== 'SUBMITTED',
      press: onEdit,
    },
    {
      ...changed,
      ...byState(issuePlanTransitions, 'disablePlan'),
      label: t('plan.act.disable'),
      look: 'danger',
      ask: { words: t('plan.act.disable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.autoIssue.disablePlan.mutate({ id, version, ...given }),
    },
    {
      ...changed,
      ...byState(issuePlanTransitions, 'archivePlan'),
      label: t('plan.act.archive'),
      look: 'danger',
      ask: { words: t('plan.act.archive.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.autoIssue.archivePlan.mutate({ id, version, ...given }),
    },
  ];
}
