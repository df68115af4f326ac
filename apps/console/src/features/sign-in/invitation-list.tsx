import { useMutation } from '@tanstack/react-query';
import type { OpenInvitation } from '@xyxlx/contracts/invitation';
import { paths } from '@xyxlx/contracts/paths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PlainButton } from '../../kit/plain-button.tsx';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { session } from '../../lib/session.ts';
import { readToken } from '../../lib/storage.ts';
import { minuteText } from '../../lib/time.ts';
import type { Proof } from './code-step.tsx';
import styles from './invitation-list.module.css';
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx';

interface InvitationListProps {
  opened: { passwordNeeded: boolean; list: OpenInvitation[] };
  proof: Proof;
  onDeclined(id: string): void;
}

/** The tenants that ask one to join, to say yes or no; where somebody else made the password, one's own is set with a yes. */
export function InvitationList({ opened: { passwordNeeded, list }, proof, onDeclined }: InvitationListProps) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const roleName = useRoleName();
  const typed = useNewPassword();
  const [asked, setAsked] = useState(false);
  const [declining, setDeclining] = useState<string | null>(null);
  const accept = useMutation(api.userAccount.acceptInvitation.mutationOptions());
  const decline = useMutation(api.userAccount.declineInvitation.mutationOptions());
  const isPending = accept.isPending || decline.isPending;

  function join({ id, tenant }: OpenInvitation): void {
    setAsked(true);
    if (passwordNeeded && !typed.isComplete) return;
    accept.mutate(
      { ...proof, id, ...(passwordNeeded && { newPassword: typed.password }) },
      {
        onSuccess: () => {
          notify('success', t('invitation.accepted', { tenant: tenant.name }));
          // A new password has ended every session, this one too.
          if (passwordNeeded) session.end();
          navigate(readToken() ? paths.tenant : paths.login, { replace: true });
        },
      },
    );
  }

  function refuse({ id, tenant }: OpenInvitation): void {
    decline.mutate(
      { ...proof, id },
      {
        onSuccess: () => {
          notify('success', t('invitation.declined', { tenant: tenant.name }));
          onDeclined(id);
        },
      },
    );
  }

  if (list.length === 0) return <p className={styles.words}>{t('invitation.none')}</p>;
  return (
    <>
      {passwordNeeded && (
        <div className={styles.password}>
          <p className={styles.words}>{t('invitation.password')}</p>
          <NewPasswordFields typed={typed} asked={asked} autoFocus />
        </div>
      )}
      <ul className={styles.list}>
        {list.map((invitation) => (
          <li key={invitation.id} className={styles.invitation}>
            <span className={styles.name}>{invitation.tenant.name}</span>
            <span className={styles.about}>
              {[invitation.company?.name, ...invitation.roles.map(roleName)].filter(Boolean).join(' · ')}
            </span>
            <span className={styles.about}>
              {t('invitation.by', { name: invitation.invitedBy, until: minuteText(invitation.expiresAt) })}
            </span>
            {declining === invitation.id ? (
              <>
                <p className={styles.words}>{t('invitation.decline.words')}</p>
                <div className={styles.answers}>
                  <PlainButton autoFocus onClick={() => setDeclining(null)}>
                    {t('invitation.decline.back')}
                  </PlainButton>
                  <PlainButton busy={isPending} onClick={() => refuse(invitation)}>
                    {t('invitation.decline.sure')}
                  </PlainButton>
                </div>
              </>
            ) : (
              <div className={styles.answers}>
                <PlainButton busy={isPending} onClick={() => setDeclining(invitation.id)}>
                  {t('invitation.decline')}
                </PlainButton>
                <PlainButton look="primary" busy={isPending} onClick={() => join(invitation)}>
                  {t('invitation.accept')}
                </PlainButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
