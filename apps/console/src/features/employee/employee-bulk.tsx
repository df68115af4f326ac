import { useTranslation } from 'react-i18next';
import { BulkReasonDialog } from '../../kit/actions/bulk-reason-dialog.tsx';
import { employeesChanged } from './changed.ts';
import { type EmployeeStep, useEmployeeStep } from './employee-steps.ts';

interface EmployeeBulkProps {
  step: EmployeeStep;
  ids: string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** Takes a step with several employees and tells what became of each. */
export function EmployeeBulk({ step, ids, ...rest }: EmployeeBulkProps) {
  const { t } = useTranslation(['employee', 'kit']);
  const work = useEmployeeStep(step, () => employeesChanged(t('kit:done')));
  return (
    <BulkReasonDialog
      {...rest}
      title={t(`act.${step}`)}
      words={t(`act.${step}.words`)}
      okText={t(`act.${step}`)}
      danger={step === 'leave'}
      isReasonOptional={step === 'activate'}
      ids={ids}
      work={work}
      onSubmit={(reason) => work.take(ids, reason)}
    />
  );
}
