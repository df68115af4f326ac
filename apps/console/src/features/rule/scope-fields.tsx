import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { scopeKindWords, scopeLine } from '@xyxlx/contracts/rule-institution';
import { Button, Form, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { companyOptions } from '../../kit/company-options.ts';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { MerchantInput } from '../../kit/form/merchant-input.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { DepartmentInput } from './department-input.tsx';
import styles from './editor.module.css';
import { EmployeesInput } from './employees-input.tsx';
import type { WrittenScope } from './written.ts';

/** A scope has so many lines at most. */
const most = 200;

/** The lines of a scope, in the field `scopes` of the form around. */
export function ScopeFields({ initial }: { initial: WrittenScope[] }) {
  const { t } = useTranslation('rule');
  return (
    <section className={styles.section} aria-label={t('field.scopes')}>
      <h3 className={styles.head}>{t('field.scopes')}</h3>
      <Form.List name="scopes" initialValue={initial}>
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <fieldset key={key} className={styles.part} aria-label={t('scope.line', { n: name + 1 })}>
                <ScopeLine at={name} />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('scope.remove', { n: name + 1 })}
                  disabled={lines.length === 1}
                  onClick={() => remove(name)}
                />
              </fieldset>
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={lines.length >= most}
              onClick={() => add({ kind: 'MERCHANT', excluded: false })}
            >
              {t('scope.add')}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}

function ScopeLine({ at }: { at: number }) {
  const { t } = useTranslation('rule');
  const form = Form.useFormInstance();
  const kind: WrittenScope['kind'] = Form.useWatch(['scopes', at, 'kind']) ?? 'ALL';
  const path = ['scopes', at] as const;

  // What the line meant before is nothing that the new kind of line could mean.
  const begin = (next: WrittenScope['kind']) =>
    form.setFieldValue([...path], { kind: next, excluded: false });

  return (
    <div className={styles.row}>
      <FieldItem
        path={[...path, 'kind']}
        label={t('scope.kind')}
        schema={shapeOf(kind).kind}
        kind="choice"
        listDepth={1}
      >
        {() => <Select options={enumOptions(scopeKindWords)} onChange={begin} />}
      </FieldItem>
      <Target key={kind} at={at} kind={kind} />
      {kind !== 'ALL' && (
        <FieldItem
          path={[...path, 'excluded']}
          label={t('scope.excluded')}
          schema={shapeOf(kind).excluded}
          listDepth={1}
          valuePropName="checked"
        >
          {() => <Switch />}
        </FieldItem>
      )}
    </div>
  );
}

/** Whom a line means, by the kind of line. */
function Target({ at, kind }: { at: number; kind: WrittenScope['kind'] }) {
  const label = useLabel()(scopeKindWords[kind]);
  const common = { label, kind: 'choice', listDepth: 1 } as const;
  const shape: Record<string, z.ZodType> = shapeOf(kind);
  switch (kind) {
    case 'ALL':
      return null;
    case 'LABEL':
    case 'GRADE':
      return (
        <FieldItem {...common} path={['scopes', at, 'value']} schema={shape.value as z.ZodType} kind="text">
          {({ maxLength }) => <TextInput {...(maxLength !== undefined && { maxLength })} />}
        </FieldItem>
      );
    case 'EMPLOYEE':
      return (
        <FieldItem {...common} path={['scopes', at, 'ids']} schema={shape.ids as z.ZodType}>
          {() => <EmployeesInput />}
        </FieldItem>
      );
    default:
      return (
        <FieldItem {...common} path={['scopes', at, 'id']} schema={shape.id as z.ZodType}>
          {() => pickers[kind]}
        </FieldItem>
      );
  }
}

const pickers = {
  COMPANY: <CompanyInput />,
  MERCHANT: <MerchantInput />,
  DEPARTMENT: <DepartmentInput />,
};

interface CompanyInputProps {
  /** Handed in by the field. */
  id?: string;
  value?: string;
  onChange?(companyId: string): void;
}

function CompanyInput({ id, value, onChange }: CompanyInputProps) {
  const { data, isFetching } = useQuery(
    api.company.getCompanyTree.queryOptions({}, { trpc: { context: { background: true } } }),
  );
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      options={companyOptions(data?.list ?? [])}
      value={value ?? null}
      onChange={(next: string | null) => next && onChange?.(next)}
    />
  );
}

/** What a line of a kind has, by the contract. */
function shapeOf(kind: WrittenScope['kind']) {
  const found = scopeLine.options.find(({ shape }) => shape.kind.safeParse(kind).success);
  return (found ?? scopeLine.options[0]).shape;
}
