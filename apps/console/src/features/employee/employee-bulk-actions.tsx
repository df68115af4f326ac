import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectionActions } from '../../kit/selection-actions.tsx';
import type { useNamedSelection } from '../../kit/use-named-selection.ts';
import type { EmployeeStep } from './employee-steps.ts';

const EmployeeBulk = lazy(async () => ({ default: (await import('./employee-bulk.tsx')).EmployeeBulk }));
const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

interface EmployeeBulkActionsProps {
  picked: ReturnType<typeof useNamedSelection>;
  merchantId: string | undefined;
}

/** What can be done with several employees at once. */
export function EmployeeBulkActions({ picked, merchantId }: EmployeeBulkActionsProps) {
  const { t } = useTranslation('employee');
  const [asked, setAsked] = useState<EmployeeStep | 'label' | null>(null);
  const close = (isDone: boolean) => {
    setAsked(null);
    if (isDone) picked.clear();
  };
  const ids = [...picked.selection.keys];
  return (
    <>
      <SelectionActions selection={picked.selection}>
        <Button onClick={() => setAsked('activate')}>{t('act.activate')}</Button>
        <Button onClick={() => setAsked('freeze')}>{t('act.freeze')}</Button>
        <Button onClick={() => setAsked('unfreeze')}>{t('act.unfreeze')}</Button>
        <Button onClick={() => setAsked('label')}>{t('label.action')}</Button>
        <Button danger onClick={() => setAsked('leave')}>
          {t('act.leave')}
        </Button>
      </SelectionActions>
      <Suspense>
        {asked === 'label' && (
          <LabelDialog ids={ids} nameOf={picked.nameOf} merchantId={merchantId} onClose={close} />
        )}
        {asked && asked !== 'label' && (
          <EmployeeBulk step={asked} ids={ids} nameOf={picked.nameOf} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
