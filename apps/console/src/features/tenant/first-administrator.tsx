import { useMutation } from '@tanstack/react-query';
import { tenant as contract, type TenantDetail } from '@xyxlx/contracts/tenant';
import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { useInitialPassword } from '../../kit/use-initial-password.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { minuteText } from '../../lib/time.ts';

type Invitation = NonNullable<NonNullable<TenantDetail['withoutMembers']>['invitation']>;

const administrator = fieldsOf<typeof contract.addAdministrator.input.shape.administrator>(['administrator']);

/** Of a tenant that nobody has joined: who is asked to be its first administrator, and what can be done about it. */
export function FirstAdministrator({ tenant }: { tenant: TenantDetail }) {
  const { t } = useTranslation('tenant');
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  if (!tenant.withoutMembers) return null;
  const { invitation } = tenant.withoutMembers;
  return (
    <>
      <Alert
        style={{ marginBottom: 16 }}
        type="warning"
        showIcon
        title={t('first.nobody')}
        description={
          <Space orientation="vertical">
            {invitation
              ? t('first.asked', {
                  name: invitation.name,
                  mobile: invitation.mobile,
                  until: minuteText(invitation.expiresAt),
                })
              : t('first.none')}
            {invitation && can('user.edit') && <InvitationButtons invitation={invitation} />}
            {!invitation && can('tenant.edit') && (
              <Button size="small" onClick={() => setAdding(true)}>
                {t('first.add')}
              </Button>
            )}
          </Space>
        }
      />
      {isAdding && <AdministratorForm id={tenant.id} onClose={() => setAdding(false)} />}
    </>
  );
}

function InvitationButtons({ invitation: { id, name } }: { invitation: Invitation }) {
  const { t } = useTranslation('tenant');
  const [isAsking, setAsking] = useState(false);
  const done = (words: string) =>
    acted(words, api.tenant.pathFilter(), api.userAccount.queryUser.pathFilter());
  const resend = useMutation(
    api.userAccount.resendInvitation.mutationOptions({ onSuccess: () => done(t('first.resent')) }),
  );
  const cancel = useMutation(
    api.userAccount.cancelInvitation.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await done(t('first.cancelled'));
      },
    }),
  );
  return (
    <Space>
      <Button size="small" loading={resend.isPending} onClick={() => resend.mutate({ id })}>
        {t('first.resend')}
      </Button>
      <Button size="small" danger onClick={() => setAsking(true)}>
        {t('first.cancel')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${t('first.cancel')} · ${name}`}
          words={t('first.cancel.words')}
          okText={t('first.cancel')}
          danger
          isPending={cancel.isPending}
          onClose={() => setAsking(false)}
          onSubmit={({ reason }) => cancel.mutate({ id, reason })}
        />
      )}
    </Space>
  );
}

function AdministratorForm({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation(['tenant', 'kit']);
  const showInitialPassword = useInitialPassword();
  const add = useMutation(
    api.tenant.addAdministrator.mutationOptions({
      onSuccess: async ({ initialPassword }, { administrator: { mobile } }) => {
        onClose();
        await acted(t(initialPassword === null ? 'form.invited' : 'kit:saved'), api.tenant.pathFilter());
        if (initialPassword) await showInitialPassword(mobile, initialPassword);
      },
    }),
  );
  return (
    <FormDrawer
      title={t('first.add')}
      schema={contract.addAdministrator.input}
      known={{ id }}
      work={add}
      onClose={onClose}
      fields={() => [
        administrator.text('name', t('field.administratorName')),
        administrator.personal('mobile', t('field.administratorMobile')),
      ]}
    />
  );
}
