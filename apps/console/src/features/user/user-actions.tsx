import { useMutation } from '@tanstack/react-query';
import type { UserRow } from '@xyxlx/contracts/user-administration';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan, useMe } from '../../lib/me.ts';

type Step = 'disable' | 'resetPassword' | 'endSessions';

interface UserActionsProps {
  user: UserRow;
  onEdit(): void;
  onPasswordReset(initialPassword: string): void;
}

/** What can be done with a user, by whoever looks. */
export function UserActions({ user, onEdit, onPasswordReset }: UserActionsProps) {
  const { t } = useTranslation(['user', 'kit']);
  const can = useCan();
  const me = useMe();
  const [asked, setAsked] = useState<Step | null>(null);
  const done = async () => {
    setAsked(null);
    await acted(t('kit:done'), api.userAccount.pathFilter());
  };
  const disable = useMutation(api.userAccount.deleteUser.mutationOptions({ onSuccess: done }));
  const enable = useMutation(api.userAccount.enableUser.mutationOptions({ onSuccess: done }));
  const unlock = useMutation(api.userAccount.unlockUser.mutationOptions({ onSuccess: done }));
  const endSessions = useMutation(api.userAccount.endUserSession.mutationOptions({ onSuccess: done }));
  const resetPassword = useMutation(
    api.userAccount.resetUserPassword.mutationOptions({
      onSuccess: async ({ initialPassword }) => {
        onPasswordReset(initialPassword);
        await done();
      },
    }),
  );
  const { id, version } = user;
  const isSelf = me?.id === id;

  function act(step: Step, reason: string): void {
    if (step === 'disable') disable.mutate({ id, version, reason });
    if (step === 'resetPassword') resetPassword.mutate({ id, version, reason });
    if (step === 'endSessions') endSessions.mutate({ id, reason });
  }

  return (
    <>
      {can('user.edit') && (
        <>
          <Button type="primary" onClick={onEdit}>
            {t('act.edit')}
          </Button>
          {user.state === 'LOCKED' && (
            <Button loading={unlock.isPending} onClick={() => unlock.mutate({ id, version })}>
              {t('act.unlock')}
            </Button>
          )}
          {user.state === 'DISABLED' && (
            <Button loading={enable.isPending} onClick={() => enable.mutate({ id, version })}>
              {t('act.enable')}
            </Button>
          )}
          {!isSelf && <Button onClick={() => setAsked('resetPassword')}>{t('act.resetPassword')}</Button>}
        </>
      )}
      {can('user.session') && !isSelf && (
        <Button onClick={() => setAsked('endSessions')}>{t('act.endSessions')}</Button>
      )}
      {can('user.edit') && !isSelf && user.state !== 'DISABLED' && (
        <Button danger onClick={() => setAsked('disable')}>
          {t('act.disable')}
        </Button>
      )}
      {asked && (
        <ReasonDialog
          title={`${t(`act.${asked}`)} · ${user.name}`}
          words={t(`act.${asked}.words`)}
          okText={t(`act.${asked}`)}
          danger
          isPending={disable.isPending || resetPassword.isPending || endSessions.isPending}
          onClose={() => setAsked(null)}
          onSubmit={({ reason }) => act(asked, reason)}
        />
      )}
    </>
  );
}
