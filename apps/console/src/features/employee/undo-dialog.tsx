import { useMutation, useQuery } from '@tanstack/react-query';
import type { AdjustmentRow } from '@xyxlx/contracts/limit';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { useIntention } from '../../kit/intention.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { fundDelta, undoOf } from './adjust-limits.ts';
import { employeesChanged } from './changed.ts';

/** Takes one adjustment back; mount it to open it. */
export function UndoDialog({ adjustment, onClose }: { adjustment: AdjustmentRow; onClose(): void }) {
  const { t } = useTranslation(['employee', 'kit']);
  const undo = useMutation(
    api.limit.undoAdjustment.mutationOptions({
      ...useIntention(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        await employeesChanged(approvalId ? t('kit:act.handedIn') : t('undo.done'));
      },
    }),
  );
  const employee = useQuery(
    api.employee.getEmployee.queryOptions(
      { id: adjustment.employee.id },
      { trpc: { context: { background: true } } },
    ),
  );
  const undone = employee.data && undoOf(adjustment, employee.data);
  return (
    <ReasonDialog
      title={t('undo.title')}
      words={t('undo.words', { amount: yuanText(Math.abs(adjustment.deltaLimit)) })}
      okText={t('undo.action')}
      danger
      isPending={undo.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => undo.mutate({ id: adjustment.id, reason })}
    >
      {undone && undone.type !== 'FREEZE' && (
        <ActForecast
          subjectType="limitAdjustmentUndo"
          merchantId={adjustment.merchant.id}
          amount={undone.amount}
          fundDelta={fundDelta(undone.type, undone.amount)}
        />
      )}
    </ReasonDialog>
  );
}
