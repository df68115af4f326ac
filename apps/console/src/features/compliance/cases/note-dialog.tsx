import { useMutation } from '@tanstack/react-query';
import { complianceCase as contract, type RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas, showCase } from './case-areas.ts';

/** Writes a note into a case, which may say that it is suspicious: then a report is due in five workdays; mount it to open it. */
export function NoteDialog({ row, onClose }: { row: RiskCaseDetail; onClose(): void }) {
  const { t } = useTranslation('compliance/cases');
  const add = useMutation(
    api.compliance.addNote.mutationOptions({
      onSuccess: async (shown) => {
        showCase(shown);
        onClose();
        await acted(t('note.done'), ...caseAreas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('note.title', { no: row.no })}
      okText={t('note.add')}
      width={560}
      isLong
      schema={contract.addNote.input}
      known={{ id: row.id }}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.lines('text', t('note.text'), { rows: 4 })}
          {row.suspectedAt === null &&
            field.flag('isSuspicious', t('note.suspicious'), { extra: t('note.suspicious.hint') })}
        </>
      )}
    />
  );
}
