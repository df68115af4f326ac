import { Button, Drawer, Form } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from '../focus-first.ts';
import { trimmed } from './fits.ts';

interface FormDrawerProps<Values extends object> {
  title: string;
  initial: Partial<Values>;
  isPending: boolean;
  onSubmit(values: Values): void;
  onClose(): void;
  size?: number;
  /** What handing it in is called, where it is more than saving. */
  okText?: string;
  /** The fields: `Form.Item`s named after the values. */
  children: ReactNode;
}

/** A form at the side of its list; mount it to open it. Text is handed in without the blanks around it. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const { title, initial, isPending, onSubmit, onClose, size = 520, okText, children } = props;
  const { t } = useTranslation(['kit', 'common']);
  const id = useId();
  const [isTouched, setTouched] = useState(false);
  return (
    <Drawer
      open
      title={title}
      size={size}
      onClose={onClose}
      // What was typed goes by Cancel or the cross alone, not by a slip of a key or a press beside it.
      mask={{ closable: false }}
      keyboard={!isTouched}
      footer={
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          {/* It belongs to the form without lying in it, so that Enter in a field saves too. */}
          <Button type="primary" htmlType="submit" form={id} loading={isPending}>
            {okText ?? t('form.save')}
          </Button>
        </div>
      }
    >
      <div ref={focusFirst}>
        <Form
          id={id}
          layout="vertical"
          initialValues={initial}
          scrollToFirstError={{ focus: true }}
          onValuesChange={() => setTouched(true)}
          onFinish={(values) => onSubmit(trimmed(values))}
        >
          {children}
        </Form>
      </div>
    </Drawer>
  );
}
