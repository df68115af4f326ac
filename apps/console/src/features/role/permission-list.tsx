import { type Permission, permissionTree } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../lib/label.ts';
import styles from './permission-picker.module.css';

/** What a role allows, group by group; groups without anything are left out. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation('role');
  const label = useLabel();
  if (permissions.length === 0) return <p className={styles.none}>{t('permissions.none')}</p>;
  const held: ReadonlySet<string> = new Set(permissions);
  return (
    <ul className={styles.tree} aria-label={t('field.permissions')}>
      {Object.entries(permissionTree).map(([group, { label: words, actions }]) => {
        const given = Object.entries(actions).filter(([action]) => held.has(`${group}.${action}`));
        if (given.length === 0) return null;
        return (
          <li key={group} className={styles.group}>
            <span className={styles.head}>{label(words)}</span>
            <span className={styles.actions}>
              {given.map(([action, actionWords]) => (
                <span key={action}>{label(actionWords)}</span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
