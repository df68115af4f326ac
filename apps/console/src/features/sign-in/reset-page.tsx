import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { codeText } from '@xyxlx/contracts/user-account';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { CodeField } from '../../kit/auth/code-field.tsx';
import { PasswordRules } from '../../kit/auth/password-rules.tsx';
import { Field } from '../../kit/field.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import styles from './login-page.module.css';
import { mobileProblem } from './mobile-problem.ts';

/** Sets a new password with a code sent to the mobile or e-mail. */
export function Component() {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [asked, setAsked] = useState(false);
  const [askedForCode, setAskedForCode] = useState(false);
  const reset = useMutation(
    api.userAccount.resetPassword.mutationOptions({
      onSuccess: () => {
        notify('success', t('reset.done'));
        navigate(paths.login, { replace: true });
      },
    }),
  );

  const badMobile = mobileProblem(mobile);
  const problems = {
    mobile: badMobile && t(badMobile),
    code: codeText.safeParse(code).success ? undefined : t('reset.code.required'),
    newPassword: newPassword === '' ? t('reset.password.required') : undefined,
    confirmation: confirmationProblem(),
  };

  function confirmationProblem(): string | undefined {
    if (confirmation === '') return t('reset.confirm.required');
    return confirmation === newPassword ? undefined : t('reset.different');
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    reset.mutate({ mobile: mobile.trim(), verificationCode: code, newPassword });
  }

  return (
    <PublicFrame title={t('reset.title')} lead={t('reset.lead')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={t('login.mobile')}
          name="mobile"
          autoComplete="username"
          autoFocus
          maxLength={120}
          placeholder={t('login.mobile.required')}
          value={mobile}
          onChange={(event) => setMobile(event.target.value)}
          problem={asked || askedForCode ? problems.mobile : undefined}
        />
        <CodeField
          mobile={mobile.trim()}
          scene="resetPassword"
          value={code}
          onChange={setCode}
          problem={asked ? problems.code : undefined}
          onBadMobile={() => setAskedForCode(true)}
        />
        <div>
          <Field
            label={t('reset.password')}
            name="newPassword"
            type="password"
            autoComplete="new-password"
            maxLength={128}
            placeholder={t('reset.password.required')}
            value={newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
            problem={asked ? problems.newPassword : undefined}
          />
          <PasswordRules />
        </div>
        <Field
          label={t('reset.confirm')}
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          maxLength={128}
          placeholder={t('reset.confirm.required')}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          problem={asked ? problems.confirmation : undefined}
        />
        <PlainButton type="submit" look="primary" busy={reset.isPending}>
          {t('reset.submit')}
        </PlainButton>
      </form>
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </PublicFrame>
  );
}
