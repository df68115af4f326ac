import { useTranslation } from 'react-i18next';
import { AddressTabs } from '../../kit/address-tabs.tsx';
import { Page } from '../../kit/page.tsx';
import { PackageList } from './package-list.tsx';
import { TenantList } from './tenant-list.tsx';

/** Tenants and the packages that limit what their users can be allowed. */
export function Component() {
  const { t } = useTranslation('tenant');
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <AddressTabs
        items={[
          { key: 'tenants', label: t('tab.tenants'), children: <TenantList /> },
          { key: 'packages', label: t('tab.packages'), children: <PackageList /> },
        ]}
      />
    </Page>
  );
}
