import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { BulkAction } from '../../kit/list/bulk.tsx';
import type { EmployeeStep } from './employee-steps.ts';

const EmployeeBulk = lazy(async () => ({ default: (await import('./employee-bulk.tsx')).EmployeeBulk }));
const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

/** What can be done with several employees at once. */
export function employeeBulk(t: TFunction<'employee'>, merchantId: string | undefined): BulkAction[] {
  const step = (key: EmployeeStep): BulkAction => ({
    key,
    label: t(`act.${key}`),
    danger: key === 'leave',
    dialog: (dialog) => <EmployeeBulk step={key} {...dialog} />,
  });
  return [
    step('activate'),
    step('freeze'),
    step('unfreeze'),
    {
      key: 'label',
      label: t('label.action'),
      dialog: (dialog) => <LabelDialog merchantId={merchantId} {...dialog} />,
    },
    step('leave'),
  ];
}
