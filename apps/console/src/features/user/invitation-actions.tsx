import { useMutation } from '@tanstack/react-query';
import type { UserRow } from '@xyxlx/contracts/user-administration';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

/** What can be done with an invitation that nobody has accepted yet. */
export function InvitationActions({ invitation, onDone }: { invitation: UserRow; onDone(): void }) {
  const { t } = useTranslation('user');
  const can = useCan();
  const [isAsked, setAsked] = useState(false);
  const done = (words: string) => acted(words, api.userAccount.queryUser.pathFilter());
  const resend = useMutation(
    api.userAccount.resendInvitation.mutationOptions({ onSuccess: () => done(t('invitation.resent')) }),
  );
  const cancel = useMutation(
    api.userAccount.cancelInvitation.mutationOptions({
      onSuccess: async () => {
        onDone();
        await done(t('invitation.cancelled'));
      },
    }),
  );
  const { id, name } = invitation;
  if (!can('user.edit')) return null;
  return (
    <>
      <Button type="primary" loading={resend.isPending} onClick={() => resend.mutate({ id })}>
        {t('invitation.resend')}
      </Button>
      <Button danger onClick={() => setAsked(true)}>
        {t('invitation.cancel')}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={`${t('invitation.cancel')} · ${name}`}
          words={t('invitation.cancel.words')}
          okText={t('invitation.cancel')}
          danger
          isPending={cancel.isPending}
          onClose={() => setAsked(false)}
          onSubmit={({ reason }) => cancel.mutate({ id, reason })}
        />
      )}
    </>
  );
}
