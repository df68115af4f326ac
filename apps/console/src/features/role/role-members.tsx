import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { role as contract, RoleRow } from '@xyxlx/contracts/role';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { MaskedText } from '../../kit/masked-text.tsx';
import { PagedTable } from '../../kit/paged-table.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { useLocalPaging } from '../../kit/use-local-paging.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

type Member = z.infer<typeof contract.queryRoleMember.output>['list'][number];

/** Who has a role; members are added by name and taken out row by row. */
export function RoleMembers({ role }: { role: RoleRow }) {
  const { t } = useTranslation(['role', 'kit']);
  const can = useCan();
  const paging = useLocalPaging<'name'>();
  const { pageNum, pageSize, sort } = paging;
  const members = useQuery(
    api.role.queryRoleMember.queryOptions(
      { id: role.id, pageNum, pageSize, ...(sort && { sort }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const change = useMutation(
    api.role.setRoleMembers.mutationOptions({ onSuccess: () => acted(t('kit:done'), api.role.pathFilter()) }),
  );
  const mayChange = can('role.edit') && role.grantable;
  return (
    <PagedTable<Member, 'name'>
      label={t('members.title')}
      rows={members}
      rowKey={({ userId }) => userId}
      paging={paging}
      actions={
        mayChange &&
        can('user.view') && (
          <MemberSelect
            isPending={change.isPending}
            onAdd={(ids) => change.mutate({ id: role.id, addUserIds: ids, removeUserIds: [] })}
          />
        )
      }
      columns={[
        { key: 'name', title: t('members.name'), sortable: true, render: ({ name }) => name },
        { key: 'mobile', title: t('members.mobile'), render: ({ mobile }) => <MaskedText value={mobile} /> },
        { key: 'company', title: t('members.company'), render: ({ company }) => company?.name ?? '—' },
        {
          key: 'state',
          title: t('members.state'),
          render: ({ state }) => (
            <ToneTag tone={state === 'ACTIVE' ? 'good' : 'quiet'}>{t(`members.${state}`)}</ToneTag>
          ),
        },
        ...(mayChange
          ? [
              {
                key: 'actions',
                title: t('members.actions'),
                align: 'end' as const,
                render: ({ userId }: Member) => (
                  <Button
                    type="link"
                    size="small"
                    danger
                    onClick={() => change.mutate({ id: role.id, addUserIds: [], removeUserIds: [userId] })}
                  >
                    {t('members.remove')}
                  </Button>
                ),
              },
            ]
          : []),
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
