import type { ApprovalRow } from '@xyxlx/contracts/approval';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';

/** Approves, rejects or withdraws what waits; nothing for whoever may do none of it. */
export function approvalActions(t: TFunction<'approval'>): RecordAction<ApprovalRow>[] {
  const described = (decision: 'approve' | 'reject' | 'withdraw') => ({
    name: decision,
    label: t(`act.${decision}`),
    done: t(`${decision}.done`),
    // Carrying it out changed a record of whatever area it belongs to.
    affects: [{}],
  });
  const question = (decision: 'approve' | 'reject' | 'withdraw') => ({
    title: ({ subjectLabel }: ApprovalRow) => t(`${decision}.title`, { subject: subjectLabel }),
    words: t(`${decision}.words`),
  });
  const mayBeGiven = { optionalAs: t('approve.opinion') };
  return [
    {
      ...described('approve'),
      look: 'primary',
      offered: ({ canDecide }) => canDecide,
      ask: { ...question('approve'), reason: mayBeGiven },
      one: ({ id }, { reason }, call) =>
        client.approval.approve.mutate({ id, ...(reason && { reason }) }, call),
    },
    {
      ...described('reject'),
      look: 'danger',
      offered: ({ canDecide }) => canDecide,
      ask: { ...question('reject'), reason: 'needed' },
      one: ({ id }, given, call) => client.approval.reject.mutate({ id, ...given }, call),
    },
    {
      ...described('withdraw'),
      offered: ({ canWithdraw }) => canWithdraw,
      ask: { ...question('withdraw'), reason: mayBeGiven },
      one: ({ id }, { reason }, call) =>
        client.approval.withdraw.mutate({ id, ...(reason && { reason }) }, call),
    },
  ];
}
