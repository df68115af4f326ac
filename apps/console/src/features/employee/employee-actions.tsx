import type { EmployeeRow } from '@xyxlx/contracts/employee';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { useCan } from '../../lib/me.ts';
import { notify } from '../../lib/notify.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { employeesChanged } from './changed.ts';
import { type EmployeeStep, stepsOf, useEmployeeStep } from './employee-steps.ts';

/** What can be done with an employee in their state, by whoever looks. */
export function EmployeeActions({ employee, onEdit }: { employee: EmployeeRow; onEdit(): void }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const [asked, setAsked] = useState<EmployeeStep | 'adjust' | null>(null);
  const close = () => setAsked(null);
  const mayEdit = can('employee.edit');
  const mayAdjust = can('limit.adjust') && employee.state !== 'LEFT';
  if ((!mayEdit || employee.state === 'LEFT') && !mayAdjust) return null;
  return (
    <>
      {mayAdjust && (
        <Button type="primary" onClick={() => setAsked('adjust')}>
          {t('adjust.action')}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button onClick={onEdit}>{t('act.edit')}</Button>
          {stepsOf[employee.state].map((step) => (
            <Button key={step} danger={step === 'leave'} onClick={() => setAsked(step)}>
              {t(`act.${step}`)}
            </Button>
          ))}
        </>
      )}
      {asked === 'adjust' && <AdjustDialog employee={employee} onClose={close} />}
      {asked && asked !== 'adjust' && <StepDialog step={asked} employee={employee} onClose={close} />}
    </>
  );
}

interface StepDialogProps {
  step: EmployeeStep;
  employee: EmployeeRow;
  onClose(): void;
}

function StepDialog({ step, employee, onClose }: StepDialogProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const work = useEmployeeStep(step, async ({ rows: [row] }) => {
    // One record: why it was refused says everything.
    if (row?.ok === false) return notify('error', row.message);
    onClose();
    await employeesChanged(t('kit:done'));
  });
  return (
    <ReasonDialog
      title={`${t(`act.${step}`)} · ${employee.name}`}
      words={t(`act.${step}.words`)}
      okText={t(`act.${step}`)}
      danger={step === 'leave'}
      {...(step === 'activate' && { optionalAs: t('kit:reason.optional') })}
      isPending={work.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => work.take([employee.id], reason)}
    />
  );
}
