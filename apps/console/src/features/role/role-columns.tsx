import type { RoleRow } from '@xyxlx/contracts/role';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { RowButton } from '../../kit/row-button.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { countText, yuanText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';

/** The columns of the role list. */
export function roleColumns(
  t: TFunction<'role'>,
  nameOf: (role: RoleRow) => string,
  open: (id: string) => void,
): Column<RoleRow>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sortable: true,
      fixed: 'start',
      render: (role) => <RowButton onPress={() => open(role.id)}>{nameOf(role)}</RowButton>,
    },
    {
      key: 'kind',
      title: t('field.kind'),
      render: ({ builtIn }) => (
        <ToneTag tone={builtIn ? 'quiet' : 'info'}>{t(builtIn ? 'kind.builtIn' : 'kind.own')}</ToneTag>
      ),
    },
    { key: 'dataScope', title: t('field.dataScope'), render: ({ dataScope }) => t(`scope.${dataScope}`) },
    {
      key: 'permissions',
      title: t('field.permissions'),
      align: 'end',
      render: ({ permissions }) => countText(permissions.length),
    },
    {
      key: 'ceilingAmount',
      title: t('field.ceilingAmount'),
      align: 'end',
      render: ({ ceilingAmount }) => (ceilingAmount === null ? t('ceiling.none') : yuanText(ceilingAmount)),
    },
    {
      key: 'memberCount',
      title: t('field.memberCount'),
      align: 'end',
      render: ({ memberCount }) => countText(memberCount),
    },
    {
      key: 'updatedAt',
      title: t('field.updatedAt'),
      sortable: true,
      render: ({ updatedAt }) => <span className="figures">{momentText(updatedAt)}</span>,
    },
  ];
}
