import { useMutation } from '@tanstack/react-query';
import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { rule as contract } from '@xyxlx/contracts/rule';
import { excessWords, type InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { businessToday } from '../../lib/time.ts';
import styles from './editor.module.css';
import { NamesProvider, useNewNames } from './names.ts';
import { RuleFields } from './rule-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { ScopePreview } from './scope-preview.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { tidied, type Written, writtenOf } from './written.ts';

interface InstitutionFormProps {
  /** The 制度 to change; null for a new one. */
  institution: InstitutionDetail | null;
  /** What a new one begins with. */
  start?: Written;
  onClose(): void;
}

/** Writes a 制度: saved it is a draft, and judges once another has approved it. */
export function InstitutionForm({ institution, start = blank(), onClose }: InstitutionFormProps) {
  const { t } = useTranslation(['rule', 'kit']);
  const names = useNewNames(institution?.newest.named ?? []);
  const written = institution ? writtenOf(institution) : start;
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.rule.pathFilter());
  };
  const add = useMutation(api.rule.addInstitution.mutationOptions({ onSuccess }));
  const edit = useMutation(api.rule.editInstitution.mutationOptions({ onSuccess }));
  return (
    <NamesProvider value={names}>
      <RecordForm
        title={institution ? t('form.edit', { name: institution.name }) : t('form.add')}
        record={institution && { ...written, id: institution.id, version: institution.version }}
        add={{
          schema: contract.addInstitution.input,
          work: { ...add, mutate: (input) => add.mutate({ ...input, scopes: input.scopes.map(tidied) }) },
        }}
        edit={{
          schema: contract.editInstitution.input,
          work: { ...edit, mutate: (input) => edit.mutate({ ...input, scopes: input.scopes.map(tidied) }) },
        }}
        size={920}
        isLong
        onClose={onClose}
        fields={(field) => (
          <>
            {!institution && <FromTemplate />}
            {institution?.published && institution.newest.state !== 'DRAFT' && (
              <p className={styles.preview}>{t('form.newVersion', { no: institution.newest.no + 1 })}</p>
            )}
            {field.text('name', t('field.name'), { initial: written.name })}
            <div className={styles.row}>
              {field.pick('categories', t('field.categories'), {
                mode: 'multiple',
                options: enumOptions(consumptionCategoryWords),
                initial: written.categories,
                placeholder: t('categories.all'),
              })}
              {field.number('priority', t('field.priority'), {
                initial: written.priority,
                extra: t('form.priority.hint'),
              })}
              {field.choice('excess', t('field.excess'), excessWords, { initial: written.excess })}
            </div>
            <div className={styles.row}>
              {field.day('validFrom', t('field.validFrom'), { initial: written.validFrom })}
              {field.day('validTo', t('field.validTo'), {
                initial: written.validTo,
                placeholder: t('form.validTo.none'),
                dependsOn: ['validFrom'],
                check: (to: string | undefined, read) =>
                  isBefore(to, read('validFrom')) && t('form.validTo.wrong'),
              })}
            </div>
            <ScopeFields initial={written.scopes} />
            <ScopePreview id={institution?.id} />
            <RuleFields initial={written.rules} />
          </>
        )}
      />
    </NamesProvider>
  );
}

/** Fills the form in from a template, over what stands there. */
function FromTemplate() {
  const form = Form.useFormInstance();
  return <TemplateChoice onChoose={(template) => form.setFieldsValue(template)} />;
}

function isBefore(to: string | null | undefined, from: unknown): boolean {
  return typeof to === 'string' && typeof from === 'string' && to < from;
}

function blank(): Written {
  return {
    name: '',
    categories: [],
    priority: 100,
    excess: 'DECLINE',
    validFrom: businessToday(),
    validTo: null,
    scopes: [{ kind: 'ALL' }],
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE' }] }],
  };
}
