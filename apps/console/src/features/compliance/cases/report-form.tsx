import { useMutation, useQuery } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskMeasureWords, riskReportKindWords } from '@xyxlx/contracts/compliance-case-kinds';
import { complianceReport as contract, narrativeLength } from '@xyxlx/contracts/compliance-report';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { FormDrawer } from '../../../kit/form/form-drawer.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas } from './case-areas.ts';
import { HitsInput } from './hits-input.tsx';

/** Writes a report about a case and hands it in; somebody else approves it; mount it to open it. */
export function ReportForm({ row, onClose }: { row: RiskCaseDetail; onClose(): void }) {
  const { t } = useTranslation('compliance/cases');
  const found = useQuery(
    api.compliance.explain.queryOptions({ id: row.id }, { trpc: { context: { background: true } } }),
  );
  const file = useMutation(
    api.compliance.fileReport.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('report.filed'), ...caseAreas);
      },
    }),
  );
  const hits = found.data?.hits;
  if (!hits) return null;
  const approved = row.reports.filter(({ state }) => state === 'APPROVED');
  const { min, max } = narrativeLength;
  return (
    <FormDrawer
      title={t('report.title', { no: row.no })}
      okText={t('report.file')}
      size={680}
      isLong
      schema={contract.fileReport.input}
      known={{ id: row.id }}
      work={file}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('kind', t('report.kind'), riskReportKindWords, { initial: 'TRANSACTION' })}
          {field.lines('narrative', t('report.narrative'), {
            rows: 8,
            placeholder: t('report.narrative.hint', { min, max }),
            // The schema counts what stands there, the service what is left without the blanks around it.
            check: (text: string) => [...text.trim()].length < min && t('report.narrative.short', { min }),
          })}
          {field.custom('hitIds', t('report.hits'), <HitsInput hits={hits} />, {
            initial: hits.map(({ id }) => id),
          })}
          {field.pick('measures', t('report.measures'), {
            mode: 'multiple',
            options: enumOptions(riskMeasureWords),
          })}
          {approved.length > 0 &&
            field.pick('correctsId', t('report.corrects'), {
              options: approved.map(({ id, no }) => ({ value: id, label: no })),
              extra: t('report.corrects.hint'),
            })}
        </>
      )}
    />
  );
}
