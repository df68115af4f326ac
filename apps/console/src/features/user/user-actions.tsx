import { type UserRow, userTransitions } from '@xyxlx/contracts/user-administration';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const AssignRoleDialog = lazy(async () => ({
  default: (await import('./assign-role-dialog.tsx')).AssignRoleDialog,
}));

interface Options {
  onEdit(user: UserRow): void;
  showInitialPassword(name: string, password: string): Promise<boolean>;
  /** The id of whoever looks: some things nobody does to themselves. */
  ownId: string | undefined;
}

/** What can be done with a user, by whoever looks. */
export function userActions(t: TFunction<'user'>, options: Options): RecordAction<UserRow>[] {
  const { onEdit, showInitialPassword, ownId } = options;
  const changed = { permission: 'user.edit', affects: [api.userAccount.pathFilter()] } as const;
  const isOther = ({ id }: UserRow) => id !== ownId;
  const disable = byState(userTransitions, 'deleteUser');
  return [
    { ...changed, name: 'editUser', label: t('act.edit'), look: 'primary', press: onEdit },
    {
      ...changed,
      ...byState(userTransitions, 'unlockUser'),
      label: t('act.unlock'),
      one: ({ id, version }) => client.userAccount.unlockUser.mutate({ id, version }),
    },
    {
      ...changed,
      ...byState(userTransitions, 'enableUser'),
      label: t('act.enable'),
      one: ({ id, version }) => client.userAccount.enableUser.mutate({ id, version }),
    },
    {
      ...changed,
      name: 'resetUserPassword',
      label: t('act.resetPassword'),
      offered: isOther,
      ask: { words: t('act.resetPassword.words'), reason: 'needed' },
      async one(user, given) {
        const { id, version } = user;
        const { initialPassword } = await client.userAccount.resetUserPassword.mutate({
          id,
          version,
          ...given,
        });
        void showInitialPassword(user.name, initialPassword);
      },
    },
    {
      ...changed,
      name: 'endUserSession',
      label: t('act.endSessions'),
      permission: 'user.session',
      offered: isOther,
      ask: { words: t('act.endSessions.words'), reason: 'needed' },
      one: ({ id }, given) => client.userAccount.endUserSession.mutate({ id, ...given }),
    },
    {
      ...changed,
      ...disable,
      label: t('act.disable'),
      look: 'danger',
      offered: (user) => isOther(user) && disable.offered(user),
      ask: { words: t('act.disable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.userAccount.deleteUser.mutate({ id, version, ...given }),
    },
  ];
}

/** What can be done with several users at once, each with an answer of its own. */
export function userBulk(t: TFunction<'user'>): RecordAction<UserRow>[] {
  const changed = { permission: 'user.edit', affects: [api.userAccount.pathFilter()] } as const;
  return [
    {
      ...changed,
      name: 'assignRole',
      label: t('list.assignRole'),
      bulkDialog: (dialog) => <AssignRoleDialog {...dialog} />,
    },
    {
      ...changed,
      name: 'enableUsers',
      label: t('act.enable'),
      bulkLabel: t('list.enable'),
      ask: { words: t('act.enable.words'), reason: 'needed' },
      many: (ids, given) => client.userAccount.enableUsers.mutate({ ids, ...given }),
    },
    {
      ...changed,
      name: 'disableUsers',
      label: t('act.disable'),
      bulkLabel: t('list.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words'), reason: 'needed' },
      many: (ids, given) => client.userAccount.disableUsers.mutate({ ids, ...given }),
    },
  ];
}

/** What can be done with an invitation that nobody has accepted yet. */
export function invitationActions(t: TFunction<'user'>, onCancelled: () => void): RecordAction<UserRow>[] {
  const changed = { permission: 'user.edit', affects: [api.userAccount.queryUser.pathFilter()] } as const;
  return [
    {
      ...changed,
      name: 'resendInvitation',
      label: t('invitation.resend'),
      look: 'primary',
      one: ({ id }) => client.userAccount.resendInvitation.mutate({ id }),
      done: t('invitation.resent'),
    },
    {
      ...changed,
      name: 'cancelInvitation',
      label: t('invitation.cancel'),
      look: 'danger',
      ask: { words: t('invitation.cancel.words'), reason: 'needed' },
      async one({ id }, given) {
        await client.userAccount.cancelInvitation.mutate({ id, ...given });
        onCancelled();
      },
      done: t('invitation.cancelled'),
    },
  ];
}
