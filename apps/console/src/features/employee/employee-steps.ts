import { useMutation } from '@tanstack/react-query';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { EmployeeState } from '@xyxlx/contracts/employee';
import { api } from '../../lib/api.ts';

export type EmployeeStep = 'activate' | 'freeze' | 'unfreeze' | 'leave';

/** What an employee's state allows next. */
export const stepsOf: Record<EmployeeState, readonly EmployeeStep[]> = {
  PENDING: ['activate', 'leave'],
  ACTIVE: ['freeze', 'leave'],
  FROZEN: ['unfreeze', 'leave'],
  LEFT: [],
};

/** Takes a step with some employees; only activating may go without a reason. */
export function useEmployeeStep(step: EmployeeStep, onSuccess: (result: BulkResult) => unknown) {
  const activate = useMutation(api.employee.activateEmployee.mutationOptions({ onSuccess }));
  const freeze = useMutation(api.employee.freezeEmployee.mutationOptions({ onSuccess }));
  const unfreeze = useMutation(api.employee.unfreezeEmployee.mutationOptions({ onSuccess }));
  const leave = useMutation(api.employee.leaveEmployee.mutationOptions({ onSuccess }));
  const work = { activate, freeze, unfreeze, leave }[step];
  return {
    isPending: work.isPending,
    data: work.data,
    take(ids: string[], reason: string): void {
      if (step === 'activate') activate.mutate({ ids, ...(reason && { reason }) });
      else ({ freeze, unfreeze, leave })[step].mutate({ ids, reason });
    },
  };
}
