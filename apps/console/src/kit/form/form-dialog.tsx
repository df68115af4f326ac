import { Modal } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx';

export interface FormDialogProps<Schema extends z.ZodObject> extends SchemaFormProps<Schema> {
  title: string;
  /** What will happen, in a sentence. */
  words?: ReactNode;
  okText: string;
  danger?: boolean | undefined;
  width?: number;
  /** What was typed goes by Cancel or the cross alone. */
  isLong?: boolean;
  onClose(): void;
}

/** A short form in the middle of the screen; mount it to open it. */
export function FormDialog<Schema extends z.ZodObject>(props: FormDialogProps<Schema>) {
  const { title, words, okText, danger = false, width = 460, isLong = false, onClose, ...form } = props;
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={t('cancel')}
      // It belongs to the form without lying in it, so that Enter in any field hands in.
      okButtonProps={{ danger, loading: form.work.isPending, htmlType: 'submit', form: id }}
      onCancel={onClose}
      width={width}
      {...(isLong && { mask: { closable: false } })}
    >
      {words && <p style={{ marginBottom: 16, color: 'var(--ink-soft)' }}>{words}</p>}
      <SchemaForm {...form} id={id} title={title} requiredMark={isLong} />
    </Modal>
  );
}
