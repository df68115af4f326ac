import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type UserRow, userStateWords } from '@xyxlx/contracts/user-administration';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { RevealButton } from '../../kit/detail/reveal-button.tsx';
import { MaskedText } from '../../kit/masked-text.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { wordsText } from '../../lib/label.ts';
import { useCan, useMe } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { stampText } from '../../lib/stamp.ts';
import { momentText } from '../../lib/time.ts';
import { passwordText } from './password-text.ts';
import { invitationActions, userActions } from './user-actions.tsx';
import { UserLogins } from './user-logins.tsx';
import { UserSessions } from './user-sessions.tsx';

interface UserDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  /** The user as the list has it, when the list's page holds it. */
  row: UserRow | undefined;
  onEdit(user: UserRow): void;
  onPasswordReset(user: UserRow, initialPassword: string): void;
  onClose(): void;
}

/** One user over the list: details, signed-in devices, tries to sign in. */
export function UserDrawer({ id, row, onEdit, onPasswordReset, onClose }: UserDrawerProps) {
  const { t } = useTranslation('user');
  const can = useCan();
  const me = useMe();
  const isAsked = row?.state === 'PENDING';
  const user = useQuery(api.userAccount.getUser.queryOptions(id && !isAsked ? { id } : skipToken));
  // Of who was asked to join there is no more than the list has.
  const record: Pick<typeof user, 'error' | 'refetch'> & { data: Shown | undefined } = isAsked
    ? { ...user, data: row }
    : user;
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={() => row && <StateTag words={userStateWords[row.state]} />}
      footer={() =>
        row && (
          <RecordActions
            record={row}
            nameOf={({ name }) => name}
            actions={
              isAsked
                ? invitationActions(t, onClose)
                : userActions(t, { onEdit, onPasswordReset, ownId: me?.id })
            }
          />
        )
      }
      size={760}
      onClose={onClose}
    >
      {(user) => (
        <Tabs
          key={user.id}
          destroyOnHidden
          items={[
            { key: 'facts', label: t('tab.facts'), children: <UserFacts user={user} row={row} /> },
            ...(can('user.session') && !isAsked
              ? [{ key: 'sessions', label: t('tab.sessions'), children: <UserSessions userId={user.id} /> }]
              : []),
            ...(isAsked
              ? []
              : [{ key: 'logins', label: t('tab.logins'), children: <UserLogins userId={user.id} /> }]),
          ]}
        />
      )}
    </DetailDrawer>
  );
}

type Shown = Pick<UserRow, 'id' | 'name' | 'mobile' | 'email' | 'tenant' | 'company' | 'roles'>;

function UserFacts({ user, row }: { user: Shown; row: UserRow | undefined }) {
  const { t } = useTranslation('user');
  const can = useCan();
  const roleName = useRoleName();
  const reveal = useMutation(api.userAccount.revealUser.mutationOptions());
  const { mobile, email } = reveal.data ?? user;
  const mayReveal =
    can('user.reveal') && row?.state !== 'PENDING' && !reveal.data && (mobile + (email ?? '')).includes('*');
  return (
    <Facts
      items={[
        { key: 'name', label: t('field.name'), value: user.name },
        {
          key: 'mobile',
          label: t('field.mobile'),
          value: (
            <>
              <MaskedText value={mobile} />{' '}
              {mayReveal && (
                <RevealButton
                  isPending={reveal.isPending}
                  onReveal={(reason) => reveal.mutateAsync({ id: user.id, reason })}
                />
              )}
            </>
          ),
        },
        { key: 'email', label: t('field.email'), value: email && <MaskedText value={email} /> },
        { key: 'tenant', label: t('field.tenant'), value: user.tenant.name },
        { key: 'company', label: t('field.company'), value: user.company?.name },
        { key: 'roles', label: t('field.roles'), value: wordsText(user.roles.map(roleName)) },
        ...(row
          ? [
              {
                key: 'password',
                label: t('field.password'),
                value: passwordText(t, row),
              },
              ...(row.expiresAt
                ? [
                    {
                      key: 'expiresAt',
                      label: t(row.state === 'PENDING' ? 'field.invitationUntil' : 'field.passwordUntil'),
                      value: momentText(row.expiresAt),
                    },
                  ]
                : []),
              {
                key: 'lastLoginAt',
                label: t('field.lastLoginAt'),
                value: row.lastLoginAt && momentText(row.lastLoginAt),
              },
              {
                key: 'createdAt',
                label: t('field.createdAt'),
                value: stampText(row.createdAt, row.createdBy),
              },
              {
                key: 'updatedAt',
                label: t('field.updatedAt'),
                value: stampText(row.updatedAt, row.updatedBy),
              },
            ]
          : []),
      ]}
    />
  );
}
