import { useMutation } from '@tanstack/react-query';
import { complianceCase as contract } from '@xyxlx/contracts/compliance-case';
import { type RiskSubject, riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../../kit/actions/reason-dialog.tsx';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import type { Fields } from '../../../kit/form/fields.tsx';
import { FormDrawer } from '../../../kit/form/form-drawer.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { useRuleOptions } from '../rules/use-rule-options.ts';
import { SubjectInput } from '../subjects/subject-input.tsx';
import { caseAreas } from './case-areas.ts';

interface OpenCaseFormProps {
  onOpened(id: string): void;
  onClose(): void;
}

/** Opens a case that no alert has opened, in the inbox of its rule; mount it to open it. */
export function OpenCaseForm({ onOpened, onClose }: OpenCaseFormProps) {
  const { t } = useTranslation('compliance/cases');
  const { t: words } = useTranslation('kit');
  const rules = useRuleOptions();
  const open = useMutation(
    api.compliance.openCase.mutationOptions({
      onSuccess: async ({ id }) => {
        onClose();
        onOpened(id);
        await acted(t('open.done'), ...caseAreas);
      },
    }),
  );
  return (
    <FormDrawer
      title={t('open.title')}
      okText={t('open.title')}
      schema={contract.openCase.input}
      work={open}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.pick('ruleId', t('field.rule'), {
            loading: rules.isFetching,
            options: rules.options,
            extra: t('open.rule.hint'),
          })}
          <SubjectFields field={field} />
          {field.choice('severity', t('field.severity'), riskSeverityWords, { initial: 'MEDIUM' })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

/** The kind of subject, and who or what it is. */
function SubjectFields({ field }: { field: Fields<typeof contract.openCase.input> }) {
  const { t } = useTranslation('compliance/cases');
  const form = Form.useFormInstance();
  const can = useCan();
  const type: RiskSubject = Form.useWatch('subjectType') ?? 'EMPLOYEE';
  // Users are offered to whoever sets compliance up.
  const kinds = enumOptions(riskSubjectWords).filter(
    ({ value }) => value !== 'OPERATOR' || can('compliance.settings'),
  );
  return (
    <>
      {field.custom(
        'subjectType',
        t('field.subjectType'),
        // Who was chosen of one kind is nobody of another.
        <Select options={kinds} onChange={() => form.setFieldValue('subjectId', undefined)} />,
        { initial: 'EMPLOYEE' },
      )}
      {field.custom('subjectId', t('field.subject'), <SubjectInput key={type} type={type} />)}
    </>
  );
}
