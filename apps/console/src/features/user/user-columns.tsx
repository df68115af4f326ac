import { type UserRow, userStateWords } from '@xyxlx/contracts/user-administration';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { MaskedText } from '../../kit/masked-text.tsx';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { wordsText } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';
import { passwordText } from './password-text.ts';

/** The columns of the user list. */
export function userColumns(
  t: TFunction<'user'>,
  roleName: (role: UserRow['roles'][number]) => string,
  open: (id: string) => void,
): Column<UserRow>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sortable: true,
      fixed: 'start',
      render: ({ id, name }) => <RowButton onPress={() => open(id)}>{name}</RowButton>,
    },
    { key: 'mobile', title: t('field.mobile'), render: ({ mobile }) => <MaskedText value={mobile} /> },
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state }) => <StateTag words={userStateWords[state]} />,
    },
    {
      key: 'roles',
      title: t('field.roles'),
      width: 180,
      render: ({ roles }) => wordsText(roles.map(roleName)),
    },
    { key: 'company', title: t('field.company'), render: ({ company }) => company?.name ?? '—' },
    {
      key: 'updatePassword',
      title: t('field.password'),
      render: (user) => passwordText(t, user),
    },
    {
      key: 'lastLoginAt',
      title: t('field.lastLoginAt'),
      sortable: true,
      render: ({ lastLoginAt }) => (
        <span className="figures">{lastLoginAt ? momentText(lastLoginAt) : '—'}</span>
      ),
    },
    {
      key: 'createdAt',
      title: t('field.createdAt'),
      sortable: true,
      render: ({ createdAt }) => <span className="figures">{momentText(createdAt)}</span>,
    },
  ];
}
