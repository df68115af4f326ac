import { useQuery } from '@tanstack/react-query';
import { type Permission, permissionTree } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './permission-picker.module.css';

/** What a role allows, group by group; groups without anything are left out, and what the tenant's package lacks is shown as without effect. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation('role');
  const label = useLabel();
  const { data } = useQuery(api.role.getPermissionTree.queryOptions({}, { staleTime: 60_000 }));
  const notInPackage = new Set(data?.groups.filter(({ inPackage }) => !inPackage).map(({ group }) => group));
  if (permissions.length === 0) return <p className={styles.none}>{t('permissions.none')}</p>;
  const held: ReadonlySet<string> = new Set(permissions);
  return (
    <ul className={styles.tree} aria-label={t('field.permissions')}>
      {Object.entries(permissionTree).map(([group, { label: words, actions }]) => {
        const given = Object.entries(actions).filter(([action]) => held.has(`${group}.${action}`));
        if (given.length === 0) return null;
        return (
          <li key={group} className={styles.group}>
            <span className={styles.head}>
              {label(words)}
              {notInPackage.has(group) && <small>{t('permissions.notInPackage')}</small>}
            </span>
            <span className={styles.actions}>
              {given.map(([action, actionWords]) => (
                <span key={action} className={styles.action} data-closed={notInPackage.has(group)}>
                  {label(actionWords)}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
