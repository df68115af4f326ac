import { useMutation } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PublicFrame } from '../../kit/public-frame.tsx';
import { api } from '../../lib/api.ts';
import { readToken, readUser } from '../../lib/storage.ts';
import { CodeStep, type Proof } from './code-step.tsx';
import { InvitationList } from './invitation-list.tsx';
import styles from './login-page.module.css';

/** Shows with a code who asks the owner of a mobile to join, signed in or not, and lets them say yes or no. */
export function Component() {
  const { t } = useTranslation('sign-in');
  const [declined, setDeclined] = useState<string[]>([]);
  const [proof, setProof] = useState<Proof | null>(null);
  const open = useMutation(
    api.userAccount.openInvitation.mutationOptions({ onSuccess: (_opened, given) => setProof(given) }),
  );
  return (
    <PublicFrame title={t('invitation.title')} lead={t('invitation.lead')}>
      {open.data && proof ? (
        <InvitationList
          opened={{ ...open.data, list: open.data.list.filter(({ id }) => !declined.includes(id)) }}
          proof={proof}
          onDeclined={(id) => setDeclined((before) => [...before, id])}
        />
      ) : (
        <CodeStep
          scene="acceptInvitation"
          mobile={(readToken() && readUser()?.mobile) || ''}
          submit={t('invitation.open')}
          isPending={open.isPending}
          onProof={open.mutate}
        />
      )}
      <p className={styles.more}>
        <Link to={paths.login}>{t('backToLogin')}</Link>
      </p>
    </PublicFrame>
  );
}
