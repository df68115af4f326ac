import { groupOf, type Permission, withParts } from '@xyxlx/contracts/permissions';
import type { DataScope } from '../../../core/session.ts';

/** What roles allow together, within what the tenant's package has; a platform administrator's role is not limited by a package. */
export function allowedPermissions(
  roles: readonly { dataScope: DataScope; permissions: readonly string[] }[],
  packageGroups: readonly string[] | null,
): Permission[] {
  const groups = packageGroups && new Set(packageGroups);
  const allowed = roles.flatMap(({ dataScope, permissions }) =>
    groups && dataScope !== 'ALL'
      ? permissions.filter((permission) => groups.has(groupOf(permission)))
      : permissions,
  );
  return withParts([...new Set(allowed)] as Permission[]);
}
