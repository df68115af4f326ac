import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { BindingNeeded } from '@xyxlx/contracts/sign-on';
import { codeText } from '@xyxlx/contracts/user-account';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeField } from '../../kit/auth/code-field.tsx';
import { Field } from '../../kit/field.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import type { SignedIn } from './authenticate.ts';
import styles from './login-page.module.css';
import { mobileProblem } from './mobile-problem.ts';

/** Binds an unknown account of a provider to the user that a code sent to the mobile proves. */
export function BindForm({
  binding,
  onSignedIn,
}: {
  binding: BindingNeeded;
  onSignedIn(signedIn: SignedIn): void;
}) {
  const { t } = useTranslation('sign-in');
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const [askedForCode, setAskedForCode] = useState(false);
  const bind = useMutation(api.userAccount.bindAccount.mutationOptions({ onSuccess: onSignedIn }));
  const badMobile = mobileProblem(mobile);
  const isCode = codeText.safeParse(code).success;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (badMobile || !isCode) return;
    bind.mutate({ bindTicket: binding.bindTicket, mobile: mobile.trim(), verificationCode: code });
  }

  return (
    <>
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
          problem={(asked || askedForCode) && badMobile ? t(badMobile) : undefined}
        />
        <CodeField
          mobile={mobile.trim()}
          scene="bindAccount"
          value={code}
          onChange={setCode}
          problem={asked && !isCode ? t('reset.code.required') : undefined}
          onBadMobile={() => setAskedForCode(true)}
        />
        <PlainButton type="submit" look="primary" busy={bind.isPending}>
          {t('bind.submit')}
        </PlainButton>
      </form>
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </>
  );
}
