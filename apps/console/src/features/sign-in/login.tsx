import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Captcha, type CaptchaProof } from '../../kit/auth/captcha.tsx';
import { MobileField } from '../../kit/auth/mobile-field.tsx';
import { PasswordField } from '../../kit/auth/password-field.tsx';
import { focusFirst } from '../../kit/focus-first.ts';
import { showProblems } from '../../kit/form/show-problems.ts';
import { GoLink } from '../../kit/go-link.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import type { Go } from '../../lib/go.ts';
import { readToken, readUser } from '../../lib/storage.ts';
import styles from './login-page.module.css';
import { mobileProblem } from './mobile-problem.ts';
import { SignOnLinks } from './sign-on-links.tsx';
import { useEnter } from './use-enter.ts';

interface LoginProps {
  /** The page to go on to. */
  redirect: string | null;
  /** Why the session before ended, in words. */
  ended: string | null;
  go: Go;
}

/** Sign-in by mobile or e-mail, password and captcha. */
export function Login({ redirect, ended, go }: LoginProps) {
  const { t } = useTranslation('sign-in');
  const enter = useEnter(go);
  const [mobile, setMobile] = useState('');
  const [password, setPassword] = useState('');
  const [proof, setProof] = useState<CaptchaProof | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [asked, setAsked] = useState(false);
  const login = useMutation(
    api.userAccount.login_V2.mutationOptions({
      onSuccess: (signedIn) => enter(signedIn, redirect),
      onError: () => {
        // The server used the proof up, whatever was wrong.
        setProof(null);
        setAttempt((previous) => previous + 1);
      },
    }),
  );
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    focusFirst(form.current);
    // The browser may have filled in what the build drew before this ran.
    const filled = new FormData(form.current ?? undefined);
    setMobile(String(filled.get('mobile') ?? ''));
    setPassword(String(filled.get('password') ?? ''));
  }, []);

  const badMobile = mobileProblem(mobile);
  const canSend = badMobile === undefined && password !== '';

  function send(given: CaptchaProof): void {
    login.mutate({ mobile: mobile.trim(), password, ...given });
  }

  function takeProof(given: CaptchaProof | null): void {
    setProof(given);
    // After the drag nothing is left to do; with the check off there was no drag, so the button decides.
    if (given && canSend && given.captchaVerifyParam !== 'off') send(given);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (canSend && proof) send(proof);
  }

  return (
    <PublicFrame title={t('login.title')} lead={t('login.lead')}>
      <SignedInHint go={go} />
      {ended && <p className={styles.ended}>{ended}</p>}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <MobileField
          label={t('login.mobile')}
          autoComplete="username"
          placeholder={t('login.mobile.required')}
          value={mobile}
          onChange={setMobile}
          problem={asked && badMobile ? t(badMobile) : undefined}
        />
        <PasswordField
          label={t('login.password')}
          required={t('login.password.required')}
          value={password}
          onChange={setPassword}
          asked={asked}
        />
        <div className={styles.check}>
          <Captcha key={attempt} scene="login" onProof={takeProof} />
          {asked && canSend && !proof && <p className={styles.hint}>{t('login.captcha.required')}</p>}
        </div>
        <PlainButton type="submit" look="primary" busy={login.isPending}>
          {t(login.isPending ? 'login.sending' : 'login.submit')}
        </PlainButton>
      </form>
      <p className={styles.more}>
        <GoLink to={paths.reset} go={go}>
          {t('login.forgotten')}
        </GoLink>
        <GoLink to={paths.invitation} go={go}>
          {t('login.invited')}
        </GoLink>
      </p>
      <SignOnLinks redirect={redirect} go={go} />
    </PublicFrame>
  );
}

// Signing in again is allowed, but whoever just opened the site usually wants to go on.
function SignedInHint({ go }: { go: Go }) {
  const { t } = useTranslation('sign-in');
  const user = readToken() ? readUser() : null;
  if (!user) return null;
  return (
    <p className={styles.signedIn}>
      <span>{t('login.signedInAs', { name: user.name })}</span>
      <GoLink to={paths.layout} go={go}>
        {t('login.goOn')}
      </GoLink>
    </p>
  );
}
