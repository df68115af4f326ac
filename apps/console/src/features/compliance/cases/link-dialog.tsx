import { useMutation } from '@tanstack/react-query';
import { complianceCase as contract, type RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas, showCase } from './case-areas.ts';
import { CaseInput } from './case-input.tsx';

/** Asks which other case belongs to this one; mount it to open it. */
export function LinkDialog({ row: { id, no }, onClose }: { row: RiskCaseDetail; onClose(): void }) {
  const { t } = useTranslation('compliance/cases');
  const link = useMutation(
    api.compliance.linkCase.mutationOptions({
      onSuccess: async (shown) => {
        showCase(shown);
        onClose();
        await acted(t('link.done'), ...caseAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('link.title', { no })}
      words={t('link.words')}
      okText={t('act.link')}
      schema={contract.linkCase.input}
      known={{ id }}
      work={link}
      onClose={onClose}
      fields={(field) => field.custom('otherId', t('link.other'), <CaseInput besides={id} />)}
    />
  );
}
