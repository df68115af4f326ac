import type { ApprovalRow } from '@xyxlx/contracts/approval';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { client } from '../../../lib/api.ts';

interface Seen {
  /** What whoever looks has seen of the matter; until then nothing is approved. */
  seen: string | undefined;
  /** The keys that press the buttons. */
  hints?: { approve: ReactNode; reject: ReactNode };
  /** It is decided. */
  onDone?: () => void;
}

/** Approves, rejects or withdraws what waits; nothing for whoever may do none of it. */
export function approvalActions(
  t: TFunction<'approval'>,
  { seen, hints, onDone }: Seen,
): RecordAction<ApprovalRow>[] {
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
  const then = async (decided: Promise<unknown>) => {
    await decided;
    onDone?.();
  };
  return [
    {
      ...described('approve'),
      look: 'primary',
      hint: hints?.approve,
      offered: ({ canDecide }) => canDecide,
      isDisabled: () => seen === undefined,
      ask: { ...question('approve'), reason: mayBeGiven },
      one: ({ id }, { reason }, call) =>
        then(client.approval.approve.mutate({ id, ...(reason && { reason }), ...(seen && { seen }) }, call)),
    },
    {
      ...described('reject'),
      look: 'danger',
      hint: hints?.reject,
      offered: ({ canDecide }) => canDecide,
      ask: { ...question('reject'), reason: 'needed' },
      one: ({ id }, given, call) => then(client.approval.reject.mutate({ id, ...given }, call)),
    },
    {
      ...described('withdraw'),
      offered: ({ canWithdraw }) => canWithdraw,
      ask: { ...question('withdraw'), reason: mayBeGiven },
      one: ({ id }, { reason }, call) =>
        then(client.approval.withdraw.mutate({ id, ...(reason && { reason }) }, call)),
    },
  ];
}
