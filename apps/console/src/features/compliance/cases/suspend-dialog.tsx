import { useMutation } from '@tanstack/react-query';
import {
  complianceCase as contract,
  maxSuspendedDays,
  maxSuspensions,
  type RiskCaseDetail,
} from '@xyxlx/contracts/compliance-case';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas, showCase } from './case-areas.ts';

const day = 86_400_000;

/** Asks until when a case is put off, and why; mount it to open it. */
export function SuspendDialog({ row, onClose }: { row: RiskCaseDetail; onClose(): void }) {
  const { t } = useTranslation('compliance/cases');
  const { t: words } = useTranslation('kit');
  const suspend = useMutation(
    api.compliance.suspendCase.mutationOptions({
      onSuccess: async (shown) => {
        showCase(shown);
        onClose();
        await acted(t('suspend.done'), ...caseAreas);
      },
    }),
  );
  const { id, version, no, suspensions, asOf } = row;

  function wrongEnd(until: string): string | false {
    const ahead = Date.parse(until) - Date.parse(asOf);
    return (ahead <= 0 || ahead > maxSuspendedDays * day) && t('suspend.span', { days: maxSuspendedDays });
  }

  return (
    <FormDialog
      title={t('suspend.title', { no })}
      words={t('suspend.words', { left: maxSuspensions - suspensions })}
      okText={t('act.suspend')}
      isLong
      schema={contract.suspendCase.input}
      known={{ id, version }}
      work={suspend}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.moment('until', t('suspend.until'), { check: wrongEnd })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
