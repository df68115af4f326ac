import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { PackageList } from './package-list.tsx';
import { TenantList } from './tenant-list.tsx';

/** Tenants and the packages that limit what their users can be allowed. */
export function Component() {
  const { t } = useTranslation('tenant');
  const [search, setSearch] = useSearchParams();
  return (
    <Page title={t('page.title')} lead={t('page.lead')}>
      <Tabs
        activeKey={search.get('tab') ?? 'tenants'}
        onChange={(tab) => setSearch(tab === 'tenants' ? {} : { tab })}
        destroyOnHidden
        items={[
          { key: 'tenants', label: t('tab.tenants'), children: <TenantList /> },
          { key: 'packages', label: t('tab.packages'), children: <PackageList /> },
        ]}
      />
    </Page>
  );
}
