import { Button, Drawer } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Guard } from './form-context.ts';
import { type Changed, SchemaForm, type SchemaFormProps } from './schema-form.tsx';
import { agreesToLose, KeepsUnsaved } from './unsaved.ts';

interface FormDrawerProps<Schema extends z.ZodObject> extends SchemaFormProps<Schema> {
  title: string;
  /** The record that is changed; without one it is made. */
  record?: Changed | null;
  guard?: Guard | undefined;
  size?: number;
  /** What handing it in is called, where it is more than saving. */
  okText?: string;
  /** What was typed took long: leaving asks first, by whatever way. */
  isLong?: boolean;
  onClose(): void;
}

/** A form at the side of its list; mount it to open it. */
export function FormDrawer<Schema extends z.ZodObject>(props: FormDrawerProps<Schema>) {
  const { title, size = 520, okText, isLong = false, onClose, ...form } = props;
  const { t } = useTranslation(['kit', 'common']);
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  const isUnsaved = isLong && isTouched;

  async function leave(): Promise<void> {
    if (!isUnsaved || (await agreesToLose(t))) onClose();
  }

  return (
    <Drawer
      open
      title={title}
      size={size}
      onClose={leave}
      // What was typed goes by Cancel or the cross alone, not by a slip of a key or a press beside it.
      mask={{ closable: false }}
      keyboard={!isTouched}
      footer={
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
          <Button onClick={leave}>{t('common:cancel')}</Button>
          {/* It belongs to the form without lying in it, so that Enter in a field saves too. */}
          <Button type="primary" htmlType="submit" form={id} loading={form.work.isPending}>
            {okText ?? t('act.save')}
          </Button>
        </div>
      }
    >
      {isUnsaved && <KeepsUnsaved />}
      <SchemaForm {...form} id={id} title={title} onTouched={() => setTouched(true)} />
    </Drawer>
  );
}
