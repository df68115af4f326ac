import type { RoleRow } from '@xyxlx/contracts/role';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

interface Options {
  nameOf?(role: RoleRow): string;
  onEdit?(role: RoleRow): void;
  onRemoved?(): void;
}

/** What can be done with a role: built-in ones, and those that somebody has, stay. */
export function roleActions(t: TFunction<'role'>, options: Options = {}): RecordAction<RoleRow>[] {
  const { nameOf = ({ name }) => name, onEdit = () => undefined, onRemoved } = options;
  const isOwn = ({ builtIn }: RoleRow) => !builtIn;
  return [
    {
      name: 'editRole',
      label: t('act.edit'),
      permission: 'role.edit',
      look: 'primary',
      offered: isOwn,
      isDisabled: ({ grantable }) => !grantable,
      press: onEdit,
    },
    {
      name: 'deleteRole',
      label: t('act.delete'),
      permission: 'role.edit',
      look: 'danger',
      offered: isOwn,
      isDisabled: ({ memberCount }) => memberCount > 0,
      ask: { title: (role) => t('delete.title', { name: nameOf(role) }), words: t('delete.words') },
      async one({ id, version }) {
        await client.role.deleteRole.mutate({ id, version });
        onRemoved?.();
      },
      // The role itself is not asked for again: there is nothing left to find.
      affects: [api.role.queryRole.pathFilter()],
    },
    {
      name: 'deleteRoles',
      label: t('list.delete'),
      permission: 'role.edit',
      look: 'danger',
      offered: () => false,
      ask: { words: t('bulk.words') },
      many: (ids) => client.role.deleteRoles.mutate({ ids }),
      affects: [api.role.pathFilter()],
    },
  ];
}
