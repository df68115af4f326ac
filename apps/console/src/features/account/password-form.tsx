import { useMutation } from '@tanstack/react-query';
import { passwordMaxLength } from '@xyxlx/contracts/text-forms';
import { codes } from '@xyxlx/contracts/wire';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Captcha, type CaptchaProof } from '../../kit/auth/captcha.tsx';
import { PasswordRules } from '../../kit/auth/password-rules.tsx';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/me.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';
import { type PasswordValues, passwordProblem } from './password-checks.ts';

type Values = PasswordValues & { mobile: string };

/** Changes one's own password: checks in the product's order, then the slider; success ends every session of the user. */
export function PasswordForm() {
  const { t } = useTranslation('account');
  const me = useMe();
  const [form] = Form.useForm<Values>();
  const [checked, setChecked] = useState<Required<Values> | null>(null);
  const change = useMutation(
    api.userAccount.updatePassword_V2.mutationOptions({
      onSuccess: () => {
        notify('success', t('password.changed'));
        session.end();
      },
      onError: (error) => {
        setChecked(null);
        // `success: false` with code 200 is this screen's to show; every other failure is shown already.
        if (error.data?.wire.code === codes.ok) notify('info', error.message);
      },
    }),
  );

  async function submit(): Promise<void> {
    const problem = passwordProblem(form.getFieldsValue());
    if (problem) notify('info', t(problem));
    const values = await form.validateFields().catch(() => null);
    if (values && !problem) setChecked(values as Required<Values>);
  }

  function send(proof: CaptchaProof | null): void {
    if (!proof || !checked) return;
    const { mobile, oldPassword, newPassword } = checked;
    change.mutate({ ...proof, mobile, oldPassword, newPassword });
  }

  if (!me) return null;
  return (
    <>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ mobile: me.mobile }}
        onFinish={submit}
      >
        <Form.Item
          name="mobile"
          label={t('password.mobile')}
          rules={[{ required: true, message: t('password.mobile.required') }]}
        >
          <Input readOnly variant="filled" autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="oldPassword"
          label={t('password.old')}
          rules={[{ required: true, message: t('password.old.required') }]}
        >
          <Input.Password
            autoComplete="current-password"
            maxLength={passwordMaxLength}
            placeholder={t('password.old.required')}
          />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('password.new')}
          rules={[{ required: true, message: t('password.new.required') }]}
          extra={<PasswordRules />}
        >
          <Input.Password
            autoComplete="new-password"
            maxLength={passwordMaxLength}
            placeholder={t('password.new.required')}
          />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={t('password.confirm')}
          rules={[{ required: true, message: t('password.confirm.required') }]}
        >
          <Input.Password
            autoComplete="new-password"
            maxLength={passwordMaxLength}
            placeholder={t('password.confirm.required')}
          />
        </Form.Item>
        <Button type="primary" block loading={change.isPending} onClick={submit}>
          {t('password.submit')}
        </Button>
      </Form>
      <Modal
        open={checked !== null}
        title={t('password.captcha')}
        width={408}
        footer={null}
        destroyOnHidden
        onCancel={() => setChecked(null)}
      >
        <Captcha scene="updatePassword" onProof={send} />
      </Modal>
    </>
  );
}
