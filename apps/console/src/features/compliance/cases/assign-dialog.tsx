import { useMutation, useQuery } from '@tanstack/react-query';
import { complianceCase as contract, type RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { caseAreas, showCase } from './case-areas.ts';

interface AssignDialogProps {
  row: RiskCaseDetail;
  /** Offers the members of all inboxes, not only those of the case's own. */
  isAnybody: boolean;
  onClose(): void;
}

/** Asks who is to work a case; mount it to open it. */
export function AssignDialog({ row, isAnybody, onClose }: AssignDialogProps) {
  const { t } = useTranslation('compliance/cases');
  const { t: words } = useTranslation('kit');
  const inboxes = useQuery(
    api.compliance.queryInbox.queryOptions({ pageSize: 200 }, { trpc: { context: { background: true } } }),
  );
  const assign = useMutation(
    api.compliance.assignCase.mutationOptions({
      onSuccess: async (assigned) => {
        showCase(assigned);
        onClose();
        await acted(t('assign.done', { name: assigned.assignee?.name }), ...caseAreas);
      },
    }),
  );
  const { id, version, no, inbox, assignee } = row;
  const asked = (inboxes.data?.list ?? []).filter((one) => isAnybody || one.id === inbox.id);
  const members = new Map(asked.flatMap((one) => one.members.map((member) => [member.id, member.name])));
  const options = [...members]
    .filter(([userId]) => userId !== assignee?.id)
    .map(([value, label]) => ({ value, label }));
  return (
    <FormDialog
      title={t('assign.title', { no })}
      words={t(isAnybody ? 'assign.words.anybody' : 'assign.words', { inbox: inbox.name })}
      okText={t('act.assign')}
      schema={contract.assignCase.input}
      known={{ id, version }}
      work={assign}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.pick('assigneeId', t('field.assignee'), { options, loading: inboxes.isFetching })}
          {field.text('reason', ...reasonField(words, words('reason.optional')))}
        </>
      )}
    />
  );
}
