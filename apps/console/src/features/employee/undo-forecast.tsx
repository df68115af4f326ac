import { useQuery } from '@tanstack/react-query';
import type { AdjustmentRow } from '@xyxlx/contracts/limit';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { api } from '../../lib/api.ts';
import { fundDelta, undoOf } from './adjust-limits.ts';

/** What taking an adjustment back gives to the fund or takes from it, and who will have to agree. */
export function UndoForecast({ adjustment }: { adjustment: AdjustmentRow }) {
  const employee = useQuery(
    api.employee.getEmployee.queryOptions(
      { id: adjustment.employee.id },
      { trpc: { context: { background: true } } },
    ),
  );
  const undone = employee.data && undoOf(adjustment, employee.data);
  if (!undone || undone.type === 'FREEZE') return null;
  return (
    <ActForecast
      subjectType="limitAdjustmentUndo"
      merchantId={adjustment.merchant.id}
      amount={undone.amount}
      fundDelta={fundDelta(undone.type, undone.amount)}
    />
  );
}
