import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Fields } from './fields.tsx';
import type { Guard } from './form-context.ts';
import { FormDrawer } from './form-drawer.tsx';
import type { Changed, SchemaFormProps } from './schema-form.tsx';

type FormUse<Schema extends z.ZodObject> = Omit<SchemaFormProps<Schema>, 'fields'>;

interface RecordFormProps<Add extends z.ZodObject, Edit extends z.ZodObject> {
  title: string;
  /** The record to change; null makes a new one. */
  record: Changed | null;
  add: FormUse<Add>;
  edit: FormUse<Edit>;
  /** A field that one of the two schemas hasn't is shown for the other alone. */
  fields(field: Fields<Add | Edit>): ReactNode;
  guard?: Guard | undefined;
  size?: number;
  /** What handing it in is called, where it is more than saving. */
  okText?: string;
  isLong?: boolean;
  onClose(): void;
}

/** Makes a record or changes one: the form of most lists. */
export function RecordForm<Add extends z.ZodObject, Edit extends z.ZodObject>(
  props: RecordFormProps<Add, Edit>,
) {
  const { record, add, edit, fields, ...frame } = props;
  if (!record) return <FormDrawer {...frame} {...add} fields={fields} />;
  return <FormDrawer {...frame} {...edit} record={record} fields={fields} />;
}
