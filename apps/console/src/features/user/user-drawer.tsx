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
import { useInitialPassword } from '../../kit/use-initial-password.tsx';
import { api } from '../../lib/api.ts';
import { wordsText } from '../../lib/label.ts';
import { useCan, useMe } from '../../lib/me.ts';
import { useRoleName } from '../../lib/role-name.ts';
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
  onClose(): void;
}

/** One user over the list: details, signed-in devices, tries to sign in. */
export function UserDrawer({ id, row, onEdit, onClose }: UserDrawerProps) {
  const { t } = useTranslation('user');
  const can = useCan();
  const showInitialPassword = useInitialPassword();
  const me = useMe();
  const isAsked = row?.state === 'PENDING';
  const user = useQuery(api.userAccount.getUser.queryOptions(id && !row ? { id } : skipToken));
  // The row goes first: what is done to the user carries its version, and must not lag behind what is shown.
  const record: Pick<typeof user, 'error' | 'refetch'> & { data: Shown | undefined } = {
    ...user,
    data: row ?? user.data,
  };
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
                : userActions(t, { onEdit, showInitialPassword, ownId: me?.id })
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
  const mayReveal =
    can('user.reveal') &&
    row?.state !== 'PENDING' &&
    !reveal.data &&
    (user.mobile + (user.email ?? '')).includes('*');
  return (
    <Facts
      record={{ ...user, ...reveal.data }}
      facts={(cell) => [
        cell.text('name', t('field.name'), ({ name }) => name),
        cell.custom('mobile', t('field.mobile'), ({ mobile }) => (
          <>
            <MaskedText value={mobile} />{' '}
            {mayReveal && (
              <RevealButton
                isPending={reveal.isPending}
                onReveal={(reason) => reveal.mutateAsync({ id: user.id, reason })}
              />
            )}
          </>
        )),
        cell.masked('email', t('field.email'), ({ email }) => email),
        cell.text('tenant', t('field.tenant'), ({ tenant }) => tenant.name),
        cell.record('company', t('field.company'), 'company', ({ company }) => company),
        cell.text('roles', t('field.roles'), ({ roles }) => wordsText(roles.map(roleName))),
        row && cell.text('password', t('field.password'), () => passwordText(t, row)),
        row !== undefined &&
          row.expiresAt !== null &&
          cell.moment(
            'expiresAt',
            t(row.state === 'PENDING' ? 'field.invitationUntil' : 'field.passwordUntil'),
            () => row.expiresAt,
          ),
        row && cell.moment('lastLoginAt', t('field.lastLoginAt'), () => row.lastLoginAt),
        row &&
          cell.stamp(
            'createdAt',
            t('field.createdAt'),
            () => row.createdAt,
            () => row.createdBy,
          ),
        row &&
          cell.stamp(
            'updatedAt',
            t('field.updatedAt'),
            () => row.updatedAt,
            () => row.updatedBy,
          ),
      ]}
    />
  );
}
