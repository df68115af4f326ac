import { skipToken, useQuery } from '@tanstack/react-query';
import { dataScopeWords, type RoleRow } from '@xyxlx/contracts/role';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { wordsText } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';
import { useRoleName } from '../../lib/role-name.ts';
import { PermissionList } from './permission-list.tsx';
import { roleActions } from './role-actions.ts';
import { RoleMembers } from './role-members.tsx';

interface RoleDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(role: RoleRow): void;
  onClose(): void;
}

/** One role over the list: what it allows, and who has it. */
export function RoleDrawer({ id, onEdit, onClose }: RoleDrawerProps) {
  const { t } = useTranslation('role');
  const can = useCan();
  const nameOf = useRoleName();
  const record = useQuery(api.role.getRole.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<RoleRow>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={nameOf}
      extra={({ builtIn }) => builtIn && <ToneTag tone="quiet">{t('kind.builtIn')}</ToneTag>}
      footer={(role) =>
        can('role.edit') &&
        !role.builtIn && (
          <RecordActions
            record={role}
            nameOf={nameOf}
            actions={roleActions(t, { nameOf, onEdit, onRemoved: onClose })}
          />
        )
      }
      size={760}
      onClose={onClose}
    >
      {(role) => (
        <Tabs
          key={role.id}
          destroyOnHidden
          items={[
            {
              key: 'facts',
              label: t('tab.facts'),
              children: (
                <>
                  <Facts
                    record={role}
                    facts={(cell) => [
                      cell.kind('dataScope', t('field.dataScope'), dataScopeWords, (row) => row.dataScope),
                      role.dataScope === 'MERCHANTS' &&
                        cell.text('merchants', t('field.merchants'), (row) =>
                          wordsText(row.merchants.map(({ name }) => name)),
                        ),
                      cell.text('ceilingAmount', t('field.ceilingAmount'), (row) =>
                        row.ceilingAmount === null ? t('ceiling.none') : yuanText(row.ceilingAmount),
                      ),
                      cell.stamp(
                        'updatedAt',
                        t('field.updatedAt'),
                        (row) => row.updatedAt,
                        (row) => row.updatedBy,
                      ),
                    ]}
                  />
                  <h3 style={{ margin: '24px 0 8px', fontSize: 14 }}>{t('field.permissions')}</h3>
                  <PermissionList permissions={role.permissions} />
                </>
              ),
            },
            {
              key: 'members',
              label: t('tab.members', { count: role.memberCount }),
              children: <RoleMembers role={role} />,
            },
          ]}
        />
      )}
    </DetailDrawer>
  );
}
