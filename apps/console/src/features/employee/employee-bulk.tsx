import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/bulk-result-dialog.tsx';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { employeesChanged } from './changed.ts';
import { type EmployeeStep, useEmployeeStep } from './employee-steps.ts';

interface EmployeeBulkProps {
  step: EmployeeStep;
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Takes a step with several employees and tells what became of each. */
export function EmployeeBulk({ step, ids, nameOf, onClose }: EmployeeBulkProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const work = useEmployeeStep(step, () => employeesChanged(t('kit:done')));
  if (work.result) {
    return (
      <BulkResultDialog
        title={t(`act.${step}`)}
        result={work.result}
        nameOf={nameOf}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <ReasonDialog
      title={t(`act.${step}`)}
      words={`${t('bulk.words', { total: ids.length })}${t(`act.${step}.words`)}`}
      okText={t(`act.${step}`)}
      danger={step === 'leave'}
      isPending={work.isPending}
      onClose={() => onClose(false)}
      onSubmit={({ reason }) => work.take(ids, reason)}
    />
  );
}
