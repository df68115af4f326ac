import { skipToken, useQuery } from '@tanstack/react-query';
import { type IssueTarget, issueTarget } from '@xyxlx/contracts/issue';
import type { Option } from '@xyxlx/contracts/option';
import { Form, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { companyOptions } from '../../kit/company-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { api } from '../../lib/api.ts';
import { EmployeesInput } from './employees-input.tsx';

type By = IssueTarget['by'];
const ways = ['ALL', 'DEPARTMENT', 'LABEL', 'GRADE', 'EMPLOYEE'] as const satisfies readonly By[];
const separators = [',', '，', '、', ';', '；'];

interface TargetFieldsProps {
  merchantId: string | undefined;
  /** Whom a changed plan is for, with the names of what it says by ids. */
  initial?: IssueTarget;
  named?: readonly Option[];
  /** A file may say it instead. */
  takesFile?: boolean;
}

/** Whom something is issued to, in the field `target` of the form around. */
export function TargetFields({ merchantId, initial, named = [], takesFile = false }: TargetFieldsProps) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const by: By | 'FILE' = Form.useWatch(['target', 'by']) ?? initial?.by ?? 'ALL';
  const offered = [...ways, ...(takesFile ? (['FILE'] as const) : [])];
  return (
    <>
      <FieldItem
        path={['target', 'by']}
        label={t('target.by')}
        schema={z.enum(offered)}
        kind="choice"
        initial={initial?.by ?? 'ALL'}
      >
        {() => (
          <Radio.Group
            options={offered.map((way) => ({ value: way, label: t(`target.${way}`) }))}
            // What was chosen before is nothing that the next way could mean.
            onChange={({ target }) => form.setFieldValue('target', { by: target.value })}
          />
        )}
      </FieldItem>
      {by !== 'FILE' && (
        <Whom key={`${by}${merchantId}`} by={by} merchantId={merchantId} initial={initial} named={named} />
      )}
    </>
  );
}

interface WhomProps {
  by: By;
  merchantId: string | undefined;
  initial: IssueTarget | undefined;
  named: readonly Option[];
}

function Whom({ by, merchantId, initial, named }: WhomProps) {
  const { t } = useTranslation('issuing');
  const name = by === 'LABEL' || by === 'GRADE' ? 'values' : 'ids';
  const schema = shapeOf(by)[name];
  if (!schema) return null;
  const before: Record<string, unknown> = initial?.by === by ? initial : {};
  return (
    <FieldItem
      path={['target', name]}
      label={t(`target.${by}`)}
      schema={schema}
      kind="choice"
      {...(before[name] !== undefined && { initial: before[name] })}
    >
      {() => control()}
    </FieldItem>
  );

  function control() {
    switch (by) {
      case 'DEPARTMENT':
        return <DepartmentsInput merchantId={merchantId} />;
      case 'LABEL':
        return <LabelsInput merchantId={merchantId} />;
      case 'EMPLOYEE':
        return <EmployeesInput merchantId={merchantId} known={named} />;
      default:
        return (
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={separators}
            placeholder={t('target.grade.hint')}
          />
        );
    }
  }
}

interface OfMerchantProps {
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(values: string[]): void;
  merchantId: string | undefined;
}

function DepartmentsInput({ merchantId, ...control }: OfMerchantProps) {
  const { t } = useTranslation('issuing');
  const { data, isFetching } = useQuery(
    api.employee.queryDepartment.queryOptions(merchantId ? { merchantId } : skipToken, {
      staleTime: 30_000,
      trpc: { context: { background: true } },
    }),
  );
  return (
    <Select
      {...control}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      options={companyOptions(data ?? [])}
      placeholder={t('target.department.hint')}
    />
  );
}

function LabelsInput({ merchantId, ...control }: OfMerchantProps) {
  const { data, isFetching } = useQuery(
    api.employee.queryLabel.queryOptions(merchantId ? { merchantId } : skipToken, {
      trpc: { context: { background: true } },
    }),
  );
  return (
    <Select
      {...control}
      mode="multiple"
      loading={isFetching}
      options={(data ?? []).map((value) => ({ value, label: value }))}
    />
  );
}

/** What a way of saying it has, by the contract. */
function shapeOf(by: By): Record<string, z.ZodType> {
  const found = issueTarget.options.find(({ shape }) => shape.by.safeParse(by).success);
  return found?.shape ?? {};
}
