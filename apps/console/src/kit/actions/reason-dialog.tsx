import { Form, Input, Modal } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../focus-first.ts';

interface ReasonDialogProps<Values extends { reason: string }> {
  title: string;
  /** What will happen, in a sentence. */
  words?: ReactNode;
  okText: string;
  danger?: boolean;
  isPending: boolean;
  /** The reason may be left out, and goes by this name. */
  optionalAs?: string;
  /** What the fields start with. */
  initial?: Partial<Values>;
  onSubmit(values: Values): void;
  onClose(): void;
  /** More fields above the reason: `Form.Item`s. */
  children?: ReactNode;
}

/** Asks why before something is done; mount it to open it. */
export function ReasonDialog<Values extends { reason: string }>(props: ReasonDialogProps<Values>) {
  const { title, words, okText, danger = false, isPending, optionalAs, initial } = props;
  const { onSubmit, onClose, children } = props;
  const { t } = useTranslation(['kit', 'common']);
  const id = useId();
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={t('common:cancel')}
      // It belongs to the form without lying in it, so that Enter in any field hands in.
      okButtonProps={{ danger, loading: isPending, htmlType: 'submit', form: id }}
      onCancel={onClose}
      width={460}
    >
      <div ref={focusFirst}>
        {words && <p style={{ marginBottom: 16, color: 'var(--ink-soft)' }}>{words}</p>}
        <Form
          id={id}
          layout="vertical"
          requiredMark={false}
          {...(initial && { initialValues: initial })}
          onFinish={(values) => onSubmit({ ...values, reason: values.reason?.trim() ?? '' })}
        >
          {children}
          <Form.Item
            name="reason"
            label={optionalAs ?? t('reason.label')}
            rules={optionalAs ? [] : [{ required: true, whitespace: true, message: t('reason.required') }]}
          >
            <Input maxLength={200} showCount placeholder={t('reason.hint')} />
          </Form.Item>
        </Form>
      </div>
    </Modal>
  );
}
