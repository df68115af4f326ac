import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    tenant: typeof texts;
  }
}

export const tenantScreens: readonly Screen[] = [
  {
    path: paths.tenantInfo,
    title: { zh: '租户', en: 'Tenants' },
    permission: 'tenant.view',
    group: 'system',
    texts: ['tenant'],
    load: () => import('./tenant-page.tsx'),
    records: {
      tenant: { zh: '租户', en: 'Tenant' },
      package: { zh: '套餐', en: 'Package' },
    },
  },
];
