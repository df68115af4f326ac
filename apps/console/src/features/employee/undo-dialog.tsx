import { useMutation } from '@tanstack/react-query';
import type { AdjustmentRow } from '@xyxlx/contracts/limit';
import { useTranslation } from 'react-i18next';
import { useIntention } from '../../kit/intention.ts';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { employeesChanged } from './changed.ts';

/** Takes one adjustment back; mount it to open it. */
export function UndoDialog({ adjustment, onClose }: { adjustment: AdjustmentRow; onClose(): void }) {
  const { t } = useTranslation('employee');
  const undo = useMutation(
    api.limit.undoAdjustment.mutationOptions({
      ...useIntention(),
      onSuccess: async () => {
        onClose();
        await employeesChanged(t('undo.done'));
      },
    }),
  );
  return (
    <ReasonDialog
      title={t('undo.title')}
      words={t('undo.words', { amount: yuanText(Math.abs(adjustment.deltaLimit)) })}
      okText={t('undo.action')}
      danger
      isPending={undo.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => undo.mutate({ id: adjustment.id, reason })}
    />
  );
}
