import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RoleRow } from '@xyxlx/contracts/role';
import { userStateWords } from '@xyxlx/contracts/user-administration';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../kit/list/sub-list.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

/** Who has a role; members are added by name and taken out row by row. */
export function RoleMembers({ role }: { role: RoleRow }) {
  const { t } = useTranslation(['role', 'kit']);
  const can = useCan();
  const change = useMutation(
    api.role.setRoleMembers.mutationOptions({ onSuccess: () => acted(t('kit:done'), api.role.pathFilter()) }),
  );
  const mayChange = can('role.edit') && role.grantable;
  return (
    <SubList
      name="roleMember"
      label={t('members.title')}
      query={api.role.queryRoleMember}
      asked={{ id: role.id }}
      sortFields={['name']}
      rowId={({ userId }) => userId}
      actions={
        mayChange &&
        can('user.view') && (
          <MemberSelect
            isPending={change.isPending}
            onAdd={(ids) => change.mutate({ id: role.id, addUserIds: ids, removeUserIds: [] })}
          />
        )
      }
      columns={(cell) => [
        cell.text('name', t('members.name'), (row) => row.name),
        cell.masked('mobile', t('members.mobile'), (row) => row.mobile),
        cell.record('company', t('members.company'), 'company', (row) => row.company),
        cell.state('state', t('members.state'), userStateWords, (row) => row.state),
        mayChange &&
          cell.custom(
            'actions',
            t('members.actions'),
            ({ userId }) => (
              <Button
                type="link"
                size="small"
                danger
                onClick={() => change.mutate({ id: role.id, addUserIds: [], removeUserIds: [userId] })}
              >
                {t('members.remove')}
              </Button>
            ),
            { align: 'end' },
          ),
      ]}
    />
  );
}

function MemberSelect({ isPending, onAdd }: { isPending: boolean; onAdd(ids: string[]): void }) {
  const { t } = useTranslation('role');
  const [keyword, setKeyword] = useState('');
  const found = useQuery(
    api.userAccount.queryUser.queryOptions(
      // Whoever was asked and has not joined yet is given roles with the invitation.
      { pageSize: 20, state: ['ACTIVE', 'LOCKED', 'DISABLED'], ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  return (
    <Select<string | null>
      aria-label={t('members.add')}
      style={{ width: 260 }}
      value={null}
      placeholder={t('members.add')}
      disabled={isPending}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: (typed) => setKeyword(typed.trim()) }}
      options={(found.data?.list ?? []).map(({ id, name, mobile }) => ({
        value: id,
        label: `${name} ${mobile}`,
      }))}
      onChange={(id) => id && onAdd([id])}
    />
  );
}
