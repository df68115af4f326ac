import { useMutation, useQueryClient } from '@tanstack/react-query';
import { codeForm, fits } from '@xyxlx/contracts/text-forms';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../kit/auth/code-field.tsx';
import { MobileField } from '../../kit/auth/mobile-field.tsx';
import { PasswordField } from '../../kit/auth/password-field.tsx';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { writeUser } from '../../lib/storage.ts';
import styles from './mobile-dialog.module.css';

interface MobileDialogProps {
  open: boolean;
  /** What one signs in with now. */
  present: string;
  onClose(): void;
}

/** Changes what one signs in with, after a code sent to the new mobile or e-mail and the present password. */
export function MobileDialog({ open, present, onClose }: MobileDialogProps) {
  const { t } = useTranslation('account');
  return (
    <Modal open={open} width={408} title={t('mobile.title')} footer={null} destroyOnHidden onCancel={onClose}>
      <MobileForm present={present} onClose={onClose} />
    </Modal>
  );
}

function MobileForm({ present, onClose }: Omit<MobileDialogProps, 'open'>) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [badMobile, setBadMobile] = useState(false);
  const update = useMutation(
    api.userAccount.updateMobile.mutationOptions({
      onSuccess: async (user) => {
        writeUser(user);
        await queryClient.invalidateQueries(api.userAccount.getUser.pathFilter());
        notify('success', t('mobile.done'));
        onClose();
      },
    }),
  );
  const isCode = fits(code, codeForm);
  const mobileProblem = mobile.trim().toLowerCase() === present ? t('mobile.same') : emptyOrWrong();

  function emptyOrWrong(): string | undefined {
    if (asked && mobile.trim() === '') return t('mobile.required');
    return badMobile ? t('mobile.wrong') : undefined;
  }

  function submit(): void {
    setAsked(true);
    if (mobile.trim() === '' || mobileProblem || !isCode || password === '') return;
    update.mutate({ mobile: mobile.trim(), verificationCode: code, password });
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles.words}>{t('mobile.words')}</p>
      <MobileField
        label={t('mobile.new')}
        autoComplete="off"
        autoFocus
        placeholder={t('mobile.required')}
        value={mobile}
        onChange={(typed) => {
          setMobile(typed);
          setBadMobile(false);
        }}
        problem={mobileProblem}
      />
      <CodeField
        mobile={mobile.trim()}
        scene="updateMobile"
        value={code}
        onChange={setCode}
        problem={asked && !isCode ? t('mobile.code.required') : undefined}
        onBadMobile={() => setBadMobile(true)}
      />
      <PasswordField
        label={t('password.old')}
        required={t('password.old.required')}
        value={password}
        onChange={setPassword}
        asked={asked}
      />
      <Button type="primary" htmlType="submit" size="large" loading={update.isPending}>
        {t('mobile.submit')}
      </Button>
    </form>
  );
}
