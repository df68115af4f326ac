import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { BulkAction } from '../../kit/list/bulk.tsx';
import { api, client } from '../../lib/api.ts';

const AssignRoleDialog = lazy(async () => ({
  default: (await import('./assign-role-dialog.tsx')).AssignRoleDialog,
}));

/** What can be done with several users at once. */
export function userBulk(t: TFunction<'user'>): BulkAction[] {
  const affects = api.userAccount.pathFilter();
  return [
    {
      key: 'assignRole',
      label: t('list.assignRole'),
      dialog: (dialog) => <AssignRoleDialog {...dialog} />,
    },
    {
      key: 'enable',
      label: t('list.enable'),
      agree: t('act.enable'),
      words: t('act.enable.words'),
      mutationFn: (input) => client.userAccount.enableUsers.mutate(input),
      affects,
    },
    {
      key: 'disable',
      label: t('list.disable'),
      agree: t('act.disable'),
      words: t('act.disable.words'),
      danger: true,
      mutationFn: (input) => client.userAccount.disableUsers.mutate(input),
      affects,
    },
  ];
}
