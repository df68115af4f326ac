import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { codeText } from '@xyxlx/contracts/user-account';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeField } from '../../kit/auth/code-field.tsx';
import { Field } from '../../kit/field.tsx';
import { showProblems } from '../../kit/form/show-problems.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { readToken, readUser } from '../../lib/storage.ts';
import { InvitationList } from './invitation-list.tsx';
import styles from './login-page.module.css';
import { mobileProblem } from './mobile-problem.ts';

/** Shows with a code who asks the owner of a mobile to join, signed in or not, and lets them say yes or no. */
export function Component() {
  const { t } = useTranslation('sign-in');
  const [mobile, setMobile] = useState((readToken() && readUser()?.mobile) || '');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const [askedForCode, setAskedForCode] = useState(false);
  const [declined, setDeclined] = useState<string[]>([]);
  const open = useMutation(api.userAccount.openInvitation.mutationOptions());
  const badMobile = mobileProblem(mobile);
  const isCode = codeText.safeParse(code).success;
  const proof = { mobile: mobile.trim(), verificationCode: code };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    showProblems(event.currentTarget, () => setAsked(true));
    if (!badMobile && isCode) open.mutate(proof);
  }

  return (
    <PublicFrame title={t('invitation.title')} lead={t('invitation.lead')}>
      {open.data ? (
        <InvitationList
          opened={{ ...open.data, list: open.data.list.filter(({ id }) => !declined.includes(id)) }}
          proof={proof}
          onDeclined={(id) => setDeclined((before) => [...before, id])}
        />
      ) : (
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
            scene="acceptInvitation"
            value={code}
            onChange={setCode}
            problem={asked && !isCode ? t('reset.code.required') : undefined}
            onBadMobile={() => setAskedForCode(true)}
          />
          <PlainButton type="submit" look="primary" busy={open.isPending}>
            {t('invitation.open')}
          </PlainButton>
        </form>
      )}
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </PublicFrame>
  );
}
