import { useMutation } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { type RiskList, riskListWords } from '@xyxlx/contracts/compliance-kinds';
import { complianceList as contract, longestWhite } from '@xyxlx/contracts/compliance-list';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../../kit/actions/reason-dialog.tsx';
import type { Fields } from '../../../kit/form/fields.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas } from './case-areas.ts';

const day = 86_400_000;

interface ListDialogProps {
  row: RiskCaseDetail;
  /** What is chosen to begin with. */
  list?: RiskList;
  onClose(): void;
}

/** Puts the subject of a case on a list; on the white one for the case's rule alone, once somebody else agrees; mount it to open it. */
export function ListDialog({ row, list = 'GREY', onClose }: ListDialogProps) {
  const { t } = useTranslation('compliance/cases');
  const { t: words } = useTranslation('kit');
  const add = useMutation(
    api.compliance.addEntry.mutationOptions({
      onSuccess: async ({ entries }) => {
        onClose();
        const waits = entries.some(({ state }) => state === 'PENDING');
        await acted(
          t(waits ? 'list.waits' : 'list.done'),
          ...caseAreas,
          api.compliance.queryList.pathFilter(),
        );
      },
    }),
  );
  const { id, subject, rule } = row;
  const work = {
    ...add,
    mutate: (input: Parameters<typeof add.mutate>[0]) =>
      add.mutate(input.list === 'WHITE' ? { ...input, ruleIds: [rule.id] } : input),
  };
  return (
    <FormDialog
      title={t('list.title', { name: subject.name })}
      okText={t('act.list')}
      schema={contract.addEntry.input}
      known={{ subjectType: subject.type, subjectId: subject.id, caseId: id }}
      work={work}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('list', t('list.which'), riskListWords, {
            initial: list,
            check: (chosen: RiskList) =>
              chosen === 'WHITE' && rule.code === neverSpared && t('list.neverSpared'),
          })}
          <Until field={field} row={row} />
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

/** Until when the entry holds, which a white one has to say. */
function Until({ field, row }: { field: Fields<typeof contract.addEntry.input>; row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const isWhite = Form.useWatch('list') === 'WHITE';
  return field.moment('to', t('list.to'), {
    placeholder: t(isWhite ? 'list.to.white' : 'list.to.open', { days: longestWhite }),
    extra: isWhite && t('list.white.words', { rule: `${row.rule.code} ${row.rule.name}` }),
    dependsOn: ['list'],
    check: (to: string | undefined, read) => {
      const ahead = to === undefined ? null : Date.parse(to) - Date.parse(row.asOf);
      if (read('list') === 'WHITE' && (ahead === null || ahead > longestWhite * day)) {
        return t('list.to.white', { days: longestWhite });
      }
      return ahead !== null && ahead <= 0 && t('list.to.early');
    },
  });
}
