import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { SessionList } from '../../kit/auth/session-list.tsx';
import { api } from '../../lib/api.ts';
import { deviceName } from '../../lib/device-name.ts';
import { notify } from '../../lib/notify.ts';

/** Where a user is signed in; each device can be ended for a reason. */
export function UserSessions({ userId }: { userId: string }) {
  const { t } = useTranslation(['user', 'kit']);
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ id: string; device: string } | null>(null);
  const sessions = useQuery(api.userAccount.queryUserSession.queryOptions({ id: userId }));
  const end = useMutation(
    api.userAccount.endUserSession.mutationOptions({
      onSuccess: () => {
        setAsked(null);
        notify('success', t('kit:done'));
      },
      onSettled: () => queryClient.invalidateQueries(api.userAccount.queryUserSession.pathFilter()),
    }),
  );
  return (
    <>
      <SessionList label={t('tab.sessions')} sessions={sessions} onEnd={setAsked} />
      {asked && (
        <ReasonDialog
          title={`${t('act.endSessions')} · ${deviceName(asked.device)}`}
          words={t('sessions.end.words')}
          okText={t('act.endSessions')}
          danger
          isPending={end.isPending}
          onClose={() => setAsked(null)}
          onSubmit={({ reason }) => end.mutate({ id: userId, sessionId: asked.id, reason })}
        />
      )}
    </>
  );
}
