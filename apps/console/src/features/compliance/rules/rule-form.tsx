import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { riskActionWords, riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { complianceRule as contract, type RiskRuleDetail } from '@xyxlx/contracts/compliance-rule';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../../kit/form/record-form.tsx';
import { api } from '../../../lib/api.ts';
import { firstExpression } from './editor/parts.ts';
import { ExpressionInput } from './expression-input.tsx';

interface RuleFormProps {
  /** Null makes a new one. */
  rule: RiskRuleDetail | null;
  onClose(): void;
}

/** Makes a rule, or says its newest version anew; mount it to open it. */
export function RuleForm({ rule, onClose }: RuleFormProps) {
  const { t } = useTranslation('compliance');
  const queryClient = useQueryClient();
  const inboxes = useQuery(api.compliance.queryInbox.queryOptions({ pageSize: 100 }));
  const onSuccess = async () => {
    await queryClient.invalidateQueries(api.compliance.pathFilter());
    onClose();
  };
  const add = useMutation(api.compliance.addRule.mutationOptions({ onSuccess }));
  const edit = useMutation(api.compliance.editRule.mutationOptions({ onSuccess }));
  // What is said anew begins with what the newest version says.
  const record = rule && { ...rule.versions[0], ...rule, inboxId: rule.inbox.id };
  return (
    <RecordForm
      title={t(rule ? 'rules.edit' : 'rules.add')}
      record={record}
      add={{ schema: contract.addRule.input, work: add }}
      edit={{ schema: contract.editRule.input, work: edit }}
      size={1080}
      isLong
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('rules.field.code'), { isCode: true, isUpper: true, isShownFixed: true }),
        field.text('name', t('rules.field.name')),
        field.custom(
          'expression',
          t('rules.field.expression'),
          <ExpressionInput payees={rule?.payees ?? []} ruleId={rule?.id} />,
          {
            initial: firstExpression,
          },
        ),
        field.number('score', t('rules.field.score'), { initial: 30 }),
        field.choice('severity', t('rules.field.severity'), riskSeverityWords, { initial: 'MEDIUM' }),
        field.choice('action', t('rules.field.action'), riskActionWords, { initial: 'ALERT' }),
        field.pick('inboxId', t('rules.field.inboxId'), {
          loading: inboxes.isFetching,
          options: (inboxes.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        }),
      ]}
    />
  );
}
