import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@xyxlx/contracts/permissions';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import styles from './permission-picker.module.css';

interface PermissionPickerProps {
  value?: readonly Permission[];
  onChange?(permissions: Permission[]): void;
}

/** The tree of permissions with those of a role ticked; one can give and take only what one has oneself. */
export function PermissionPicker({ value = [], onChange }: PermissionPickerProps) {
  const { t } = useTranslation('role');
  const label = useLabel();
  const { data } = useQuery(api.role.getPermissionTree.queryOptions({}, { staleTime: 60_000 }));
  const picked = new Set(value);

  function set(permissions: readonly Permission[], isOn: boolean): void {
    const next = new Set(picked);
    for (const permission of permissions) {
      if (isOn) next.add(permission);
      else next.delete(permission);
    }
    onChange?.([...next]);
  }

  return (
    <ul className={styles.tree} aria-label={t('field.permissions')}>
      {data?.groups.map(({ group, label: words, actions, inPackage }) => {
        const open = actions.filter(({ held }) => held && inPackage).map(({ permission }) => permission);
        const count = open.filter((permission) => picked.has(permission)).length;
        return (
          <li key={group} className={styles.group}>
            <label className={styles.head}>
              <input
                type="checkbox"
                checked={open.length > 0 && count === open.length}
                disabled={open.length === 0}
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < open.length;
                }}
                onChange={({ target }) => set(open, target.checked)}
              />
              {label(words)}
            </label>
            <span className={styles.actions}>
              {actions.map((action) => {
                const isOpen = open.includes(action.permission);
                const why = t(inPackage ? 'permissions.notHeld' : 'permissions.notInPackage');
                return (
                  <label
                    key={action.permission}
                    className={styles.action}
                    title={isOpen ? undefined : why}
                    data-closed={!isOpen}
                  >
                    <input
                      type="checkbox"
                      checked={picked.has(action.permission)}
                      disabled={!isOpen}
                      onChange={({ target }) => set([action.permission], target.checked)}
                    />
                    {label(action.label)}
                  </label>
                );
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
