import { type EmployeeRow, employeeTransitions } from '@xyxlx/contracts/employee';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';
import { employeeAreas } from './changed.ts';

const AdjustDialog = lazy(async () => ({ default: (await import('./adjust-dialog.tsx')).AdjustDialog }));
const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

interface Options {
  onEdit?(employee: EmployeeRow): void;
  /** Whose labels are offered, if the list is of one merchant. */
  merchantId?: string | undefined;
}

/** What can be done with an employee in their state. */
export function employeeActions(
  t: TFunction<'employee'>,
  options: Options = {},
): RecordAction<EmployeeRow>[] {
  const { onEdit = () => undefined, merchantId } = options;
  const step = { permission: 'employee.edit', affects: employeeAreas() } as const;
  const isThere = ({ state }: EmployeeRow) => state !== 'LEFT';
  return [
    {
      name: 'adjustLimit',
      label: t('adjust.action'),
      permission: 'limit.adjust',
      look: 'primary',
      offered: isThere,
      dialog: (employee, onClose) => <AdjustDialog employee={employee} onClose={onClose} />,
    },
    { ...step, name: 'editEmployee', label: t('act.edit'), offered: isThere, press: onEdit },
    {
      ...step,
      ...byState(employeeTransitions, 'activateEmployee'),
      label: t('act.activate'),
      ask: { words: t('act.activate.words'), reason: { optionalAs: t('act.activate.reason') } },
      many: (ids, { reason }) => client.employee.activateEmployee.mutate({ ids, ...(reason && { reason }) }),
    },
    {
      ...step,
      ...byState(employeeTransitions, 'freezeEmployee'),
      label: t('act.freeze'),
      ask: { words: t('act.freeze.words'), reason: 'needed' },
      many: (ids, given) => client.employee.freezeEmployee.mutate({ ids, ...given }),
    },
    {
      ...step,
      ...byState(employeeTransitions, 'unfreezeEmployee'),
      label: t('act.unfreeze'),
      ask: { words: t('act.unfreeze.words'), reason: 'needed' },
      many: (ids, given) => client.employee.unfreezeEmployee.mutate({ ids, ...given }),
    },
    {
      ...step,
      name: 'labelEmployee',
      label: t('label.action'),
      offered: () => false,
      bulkDialog: (dialog) => <LabelDialog merchantId={merchantId} {...dialog} />,
    },
    {
      ...step,
      ...byState(employeeTransitions, 'leaveEmployee'),
      label: t('act.leave'),
      look: 'danger',
      ask: { words: t('act.leave.words'), reason: 'needed' },
      many: (ids, given) => client.employee.leaveEmployee.mutate({ ids, ...given }),
    },
  ];
}
