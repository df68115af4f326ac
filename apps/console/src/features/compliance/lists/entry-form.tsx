import { useMutation } from '@tanstack/react-query';
import {
  type RiskList,
  type RiskSubject,
  riskListWords,
  riskSubjectWords,
} from '@xyxlx/contracts/compliance-kinds';
import { complianceList as contract, listableSubjects, longestWhite } from '@xyxlx/contracts/compliance-list';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../../kit/actions/reason-dialog.tsx';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import type { Fields } from '../../../kit/form/fields.tsx';
import { FormDrawer } from '../../../kit/form/form-drawer.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { businessNow } from '../../../lib/business-clock.ts';
import { useRuleOptions } from '../rules/use-rule-options.ts';
import { SubjectInput } from '../subjects/subject-input.tsx';

const day = 86_400_000;
type AddFields = Fields<typeof contract.addEntry.input>;

/** Puts a subject on a list; a white entry waits for a checker. */
export function EntryForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('compliance');
  const { t: words } = useTranslation('kit');
  const add = useMutation(
    api.compliance.addEntry.mutationOptions({
      onSuccess: async ({ entries }) => {
        onClose();
        const waits = entries.some(({ state }) => state === 'PENDING');
        const said = waits ? t('entry.handedIn') : words('saved');
        await acted(said, api.compliance.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  return (
    <FormDrawer
      title={t('entry.add')}
      schema={contract.addEntry.input}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.choice('list', t('entry.list'), riskListWords, { initial: 'BLACK' })}
          <SubjectFields field={field} />
          <TermFields field={field} />
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

/** The kind of subject, as far as the list takes it, and who or what it is. */
function SubjectFields({ field }: { field: AddFields }) {
  const { t } = useTranslation('compliance');
  const form = Form.useFormInstance();
  const list: RiskList = Form.useWatch('list') ?? 'BLACK';
  const type: RiskSubject = Form.useWatch('subjectType') ?? 'EMPLOYEE';
  const taken = enumOptions(riskSubjectWords).filter(({ value }) => listableSubjects[list].includes(value));
  return (
    <>
      {field.custom(
        'subjectType',
        t('entry.subjectType'),
        // Who was chosen of one kind is nobody of another.
        <Select options={taken} onChange={() => form.setFieldValue('subjectId', undefined)} />,
        {
          initial: 'EMPLOYEE',
          dependsOn: ['list'],
          check: (chosen: RiskSubject, read) =>
            !listableSubjects[read('list') as RiskList].includes(chosen) && t('entry.subjectType.no'),
        },
      )}
      {field.custom('subjectId', t('entry.subject'), <SubjectInput key={type} type={type} />, {
        extra: type === 'CARD' && t('entry.card.hint'),
      })}
    </>
  );
}

/** When the entry holds, and of a white one for which rules. */
function TermFields({ field }: { field: AddFields }) {
  const { t } = useTranslation('compliance');
  const list: RiskList = Form.useWatch('list') ?? 'BLACK';
  const isWhite = list === 'WHITE';
  const rules = useRuleOptions();
  return (
    <>
      {isWhite &&
        field.pick('ruleIds', t('entry.rules'), {
          mode: 'multiple',
          loading: rules.isFetching,
          options: rules.options.filter(({ code }) => code !== neverSpared),
          check: (ids: string[] = []) => ids.length === 0 && t('entry.rules.needed'),
        })}
      {field.moment('from', t('entry.from'), { placeholder: t('entry.from.now') })}
      {field.moment('to', t('entry.to'), {
        placeholder: isWhite ? '' : t('entry.to.open'),
        dependsOn: ['list', 'from'],
        check: (to: string | undefined, read) => wrongEnd(to, read('from'), read('list')),
      })}
    </>
  );

  function wrongEnd(to: string | undefined, from: unknown, onto: unknown): string | false {
    const begins = typeof from === 'string' ? Date.parse(from) : businessNow().getTime();
    if (onto === 'WHITE' && (!to || Date.parse(to) - begins > longestWhite * day)) {
      return t('entry.to.white', { days: longestWhite });
    }
    return to !== undefined && Date.parse(to) <= begins && t('entry.to.early');
  }
}
