import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeesTenants } from '../../lib/me.ts';
import type { Filter } from '../filters/filter.ts';
import { tenantFilter } from '../filters/tenant-filter.tsx';

/** The filters of a list, with one by the tenant where it is of several and the user sees them: the same as long as those given are. */
export function useTenantFilter(own: readonly Filter[], ofTenants: boolean | undefined) {
  const { t } = useTranslation(['kit', 'common']);
  const spansTenants = useSeesTenants() && ofTenants === true;
  const filters = useMemo(
    () => (spansTenants ? [...own, tenantFilter(t('tenant'))] : own),
    [own, spansTenants, t],
  );
  return { filters, spansTenants };
}
