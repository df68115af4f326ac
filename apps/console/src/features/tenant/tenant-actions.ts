import { type PackageRow, type TenantRow, tenantTransitions } from '@xyxlx/contracts/tenant';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a tenant. */
export function tenantActions(
  t: TFunction<'tenant'>,
  onEdit: (tenant: TenantRow) => void,
): RecordAction<TenantRow>[] {
  const changed = { permission: 'tenant.edit', affects: [api.tenant.pathFilter()] } as const;
  return [
    { ...changed, name: 'editTenant', label: t('act.edit'), look: 'primary', press: onEdit },
    {
      ...changed,
      ...byState(tenantTransitions, 'resumeTenant'),
      label: t('act.resume'),
      ask: { words: t('act.resume.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.tenant.resumeTenant.mutate({ id, version, ...given }),
    },
    {
      ...changed,
      ...byState(tenantTransitions, 'suspendTenant'),
      label: t('act.suspend'),
      look: 'danger',
      ask: { words: t('act.suspend.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.tenant.suspendTenant.mutate({ id, version, ...given }),
    },
  ];
}

/** What can be done with a package; one that a tenant has stays. */
export function packageActions(
  t: TFunction<'tenant'>,
  onEdit: (row: PackageRow) => void,
): RecordAction<PackageRow>[] {
  return [
    { name: 'editPackage', label: t('act.edit'), permission: 'tenant.edit', press: onEdit },
    {
      name: 'deletePackage',
      label: t('act.delete'),
      permission: 'tenant.edit',
      look: 'danger',
      isDisabled: ({ tenantCount }) => tenantCount > 0,
      ask: { title: ({ name }) => t('package.delete.title', { name }) },
      one: ({ id, version }) => client.tenant.deletePackage.mutate({ id, version }),
      affects: [api.tenant.pathFilter()],
    },
  ];
}
