import { useMutation } from '@tanstack/react-query';
import {
  closeReasonLength,
  complianceCase as contract,
  type RiskCaseDetail,
} from '@xyxlx/contracts/compliance-case';
import { type RiskOutcome, riskOutcomes, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { caseAreas, showCase } from './case-areas.ts';
import { listsAfter, OfferedLists } from './offered-lists.tsx';

const input = contract.closeCase.input.extend({
  outcome: z.enum(riskOutcomes),
  reason: z.string().max(closeReasonLength.max),
});

/** Asks what a case turned out to be and why, and offers the lists that go with that; mount it to open it. */
export function CloseDialog({ row, onClose }: { row: RiskCaseDetail; onClose(): void }) {
  const { t } = useTranslation('compliance/cases');
  const can = useCan();
  const [done, setDone] = useState<RiskOutcome | null>(null);
  const close = useMutation(
    api.compliance.closeCase.mutationOptions({
      onSuccess: async ({ approvalId, ...closed }, { outcome }) => {
        showCase(closed);
        if (outcome && can('compliance.settings') && listsAfter(outcome, row.rule.code).length > 0)
          setDone(outcome);
        else onClose();
        await acted(t(approvalId === null ? 'close.done' : 'close.waits'), ...caseAreas);
      },
    }),
  );
  if (done) return <OfferedLists row={row} outcome={done} onClose={onClose} />;
  const { id, version, no, severity } = row;
  const isGrave = severity === 'HIGH' || severity === 'URGENT';
  const { min } = closeReasonLength;
  return (
    <FormDialog
      title={t('close.title', { no })}
      words={t(isGrave ? 'close.words.grave' : 'close.words')}
      okText={t('act.close')}
      width={560}
      isLong
      schema={input}
      known={{ id, version }}
      work={close}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('outcome', t('field.outcome'), riskOutcomeWords, {
            check: (outcome: string) =>
              outcome === 'REPORTED' &&
              !row.reports.some(({ state }) => state === 'APPROVED') &&
              t('close.needsReport'),
          })}
          {field.lines('reason', t('close.reason'), {
            placeholder: t('close.reason.hint', { ...closeReasonLength }),
            // The schema counts blanks too.
            check: (text: string) => text.trim().length < min && t('close.reason.short', { min }),
          })}
        </>
      )}
    />
  );
}
