import { Form, type FormRule } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useFormContext } from './form-context.ts';
import { type FieldKind, problemOf } from './problem-of.ts';
import { recordValue } from './record-value.ts';
import { type Constraints, constraintsOf, type FieldPath, pathOf, schemaAt } from './schema.ts';

/** What a field may say besides its name and label. */
export interface FieldOptions {
  /** Below the field. */
  extra?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
  /** What a field of a new record starts with. */
  initial?: unknown;
  /** What is wrong with the value beyond its schema; `read` reads other fields, which `dependsOn` names. */
  check?: (value: never, read: (name: string) => unknown) => string | undefined | false;
  dependsOn?: readonly string[];
}

interface FieldItemProps extends FieldOptions {
  path: FieldPath;
  label: string;
  kind?: FieldKind;
  /** What is stored never comes back whole: the field starts empty, and left empty it stays as it is. */
  isKept?: boolean;
  valuePropName?: string;
  /** What stands in the field as its value. */
  normalize?: (value: never) => unknown;
  /** What the field takes, where the form's schema leaves that to another field. */
  schema?: z.ZodType;
  /** So many steps of the path are the list's around it, which antd puts before the name by itself. */
  listDepth?: number;
  /** Where the schema doesn't ask for the field, a changed record shows it fixed. */
  isShownFixed?: boolean;
  children(control: Control): ReactNode;
}

/** What a field's control is told. */
export interface Control extends Constraints {
  disabled: boolean;
  placeholder?: string;
}

/** One field of a form, bound to the form's schema; nothing where the schema doesn't ask for it. */
export function FieldItem(props: FieldItemProps) {
  const { path, label, kind = 'text', isKept = false, check, dependsOn, normalize, valuePropName } = props;
  const { listDepth = 0 } = props;
  const { t } = useTranslation('kit/form');
  const { schema: whole, record, fields, guard } = useFormContext();
  const schema = props.schema ?? schemaAt(whole, path);
  const key = path.join('.');
  const isAsked = schema !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    fields.set(key, { path: pathOf(key), label });
    return () => {
      fields.delete(key);
    };
  }, [fields, key, label, isAsked]);
  if (!schema && props.isShownFixed && record) {
    return (
      <Form.Item label={label} name={[...path]} initialValue={recordValue(record, key)}>
        {props.children({ isRequired: false, disabled: true })}
      </Form.Item>
    );
  }
  if (!schema) return null;

  const constraints = constraintsOf(schema);
  const isGuarded = guard?.names.includes(key) ?? false;
  const isFixed = isGuarded && guard?.isWaiting === true;
  const guardWords = isGuarded && t(isFixed ? 'changeWaits' : 'needsChecker');
  const extra = [guardWords, props.extra].filter(Boolean);
  const initial = record && !isKept ? recordValue(record, key) : props.initial;
  const placeholder =
    props.placeholder ?? (isKept && record ? keepWords(recordValue(record, key)) : undefined);

  function keepWords(stored: unknown): string | undefined {
    return typeof stored === 'string' ? t('keepNow', { now: stored }) : t('keep');
  }

  const rule: FormRule = ({ getFieldValue }) => ({
    validator: async (_rule, value: unknown) => {
      const beyond = () => check?.(value as never, (name) => getFieldValue(name)) || undefined;
      const problem = problemOf(schema, value, { label, kind }, t) ?? beyond();
      if (problem) throw new Error(problem);
    },
  });
  return (
    <Form.Item
      name={path.slice(listDepth)}
      label={label}
      required={constraints.isRequired}
      rules={[rule]}
      {...(initial !== undefined && { initialValue: initial })}
      {...(extra.length > 0 && { extra: extra.length === 1 ? extra[0] : <Sentences parts={extra} /> })}
      {...(dependsOn && { dependencies: [...dependsOn] })}
      {...(normalize && { normalize: (value) => normalize(value as never) })}
      {...(valuePropName && { valuePropName })}
    >
      {props.children({
        ...constraints,
        disabled: isFixed || (props.disabled ?? false),
        ...(placeholder !== undefined && { placeholder }),
      })}
    </Form.Item>
  );
}

function Sentences({ parts }: { parts: readonly ReactNode[] }) {
  const { t } = useTranslation('kit');
  const [first, second] = parts;
  return (
    <>
      {first}
      {t('approval.stop')}
      {second}
    </>
  );
}
