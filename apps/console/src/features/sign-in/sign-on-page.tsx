import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { SignOnProvider } from '@xyxlx/contracts/sign-on';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PlainLink } from '../../kit/plain-link.tsx';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { authenticate } from './authenticate.ts';
import { BindForm } from './bind-form.tsx';
import styles from './sign-on-page.module.css';
import { recallSignOn, rememberSignOn } from './sign-on-state.ts';
import { useEnter } from './use-enter.ts';

type Problem = 'signOn.refused' | 'signOn.foreign' | 'signOn.failed';

/** Signs on through a provider: leaves for it, and takes its answer (`code` and `state`) when it comes back. */
export function SignOnPage({ provider }: { provider: SignOnProvider }) {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const enter = useEnter(useNavigate());
  const begun = useRef(false);
  const redirect = useRef<string | null>(search.get('redirect'));
  const [problem, setProblem] = useState<Problem | null>(null);
  const fail = () => setProblem('signOn.failed');
  const start = useMutation(
    api.userAccount.startAuthentication.mutationOptions({
      onSuccess: ({ authorizeUrl, state }) => {
        rememberSignOn({ provider, state, redirect: redirect.current });
        window.location.assign(authorizeUrl);
      },
      onError: fail,
    }),
  );
  const answer = useMutation({
    mutationFn: authenticate,
    onSuccess: ({ signedIn }) => (signedIn ? enter(signedIn, redirect.current) : undefined),
    onError: fail,
  });

  function leaveForProvider(): void {
    setProblem(null);
    start.mutate({ provider });
  }

  const begin = useEffectEvent(() => {
    const code = search.get('code');
    const state = search.get('state');
    if (search.has('error')) return setProblem('signOn.refused');
    if (!code || !state) return leaveForProvider();
    const started = recallSignOn(provider, state);
    // Somebody else's code must not sign this browser in: only an answer to a question asked here counts.
    if (!started) return setProblem('signOn.foreign');
    redirect.current = started.redirect;
    answer.mutate({ provider, code, state });
  });

  useEffect(() => {
    // A code is good once, and development mode runs effects twice.
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);

  const binding = answer.data?.binding;
  if (binding) {
    return (
      <PublicFrame title={t('bind.title')} lead={t('bind.lead', { name: binding.displayName })}>
        <BindForm binding={binding} onSignedIn={(signedIn) => enter(signedIn, redirect.current)} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={t(`signOn.${provider}`)} lead={t(problem ?? 'signOn.busy')}>
      {problem && (
        <div className={styles.actions}>
          <PlainButton look="primary" busy={start.isPending} onClick={leaveForProvider}>
            {t('signOn.again')}
          </PlainButton>
          <PlainLink to={paths.login}>{t('backToLogin')}</PlainLink>
        </div>
      )}
    </PublicFrame>
  );
}
