import { Alert, Button, Form } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { failureOf } from '../../lib/failure.ts';
import { focusFirst } from '../focus-first.ts';
import { type Fields, fieldsOf } from './fields.tsx';
import { FormContextProvider, type Guard, type ShownFields } from './form-context.ts';
import { inputOf } from './schema.ts';
import { useKeptForm } from './use-kept-form.ts';

/** What a form hands its values to: a mutation. */
export interface Work<Input> {
  isPending: boolean;
  error: unknown;
  mutate(input: Input): void;
}

export interface SchemaFormProps<Schema extends z.ZodObject> {
  /** What is handed in: an endpoint's input. */
  schema: Schema;
  work: Work<z.input<Schema>>;
  /** What of it is known without asking. */
  known?: Partial<z.input<Schema>>;
  fields(field: Fields<Schema>): ReactNode;
}

/** A record that is changed: its number goes back, so that a stale change is refused. */
export interface Changed {
  id: string;
  version: number;
}

interface FrameProps {
  id: string;
  /** What it is called, where it lies over a page. */
  title?: string;
  record?: Changed | null | undefined;
  guard?: Guard | undefined;
  requiredMark?: boolean;
  onTouched?(): void;
}

/** A form by the schema of what it hands in; what the server objects to stands at its field. */
export function SchemaForm<Schema extends z.ZodObject>(props: SchemaFormProps<Schema> & FrameProps) {
  const { id, schema, work, known, record = null, guard, requiredMark = true, onTouched } = props;
  const { t } = useTranslation(['kit/form', 'common']);
  const [form] = Form.useForm();
  const [fields] = useState(() => new Map());
  const { error } = work;
  const identity = record && { id: record.id, version: record.version };
  const { isRestored, discard } = useKeptForm(form, {
    id,
    title: props.title,
    fields: Object.keys(schema.shape),
    recordId: record?.id,
    onTouched,
  });

  useEffect(() => {
    const { wire } = failureOf(error);
    const named = (wire?.issues ?? []).flatMap(({ path, message }) => {
      const field = fieldAt(fields, path);
      return field ? [{ name: [...field.path], errors: [`${field.label}: ${message}`] }] : [];
    });
    const [first] = named;
    if (!first) return;
    form.setFields(named);
    form.scrollToField(first.name, { focus: true });
  }, [error, form, fields]);

  return (
    <FormContextProvider value={{ schema, record, fields, guard }}>
      <div ref={focusFirst}>
        {isRestored && (
          <Alert
            type="info"
            showIcon
            title={t('restored')}
            style={{ marginBottom: 16 }}
            action={
              <Button size="small" onClick={discard}>
                {t('discard')}
              </Button>
            }
          />
        )}
        <Form
          id={id}
          form={form}
          layout="vertical"
          requiredMark={requiredMark}
          scrollToFirstError={{ focus: true }}
          {...(onTouched && { onValuesChange: onTouched })}
          onFinish={(typed: object) => work.mutate(inputOf(schema, typed, { ...identity, ...known }))}
        >
          {props.fields(fieldsOf<Schema>())}
        </Form>
      </div>
    </FormContextProvider>
  );
}

/** The field at a path; where there is none, the nearest around it, or the first inside it. */
function fieldAt(fields: ShownFields, path: string) {
  const steps = path.split('.');
  const outward = steps.map((_, n) => steps.slice(0, steps.length - n).join('.'));
  const key =
    outward.find((one) => fields.has(one)) ?? [...fields.keys()].find((one) => one.startsWith(`${path}.`));
  return key === undefined ? undefined : fields.get(key);
}
