import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    company: typeof texts;
  }
}

export const companyScreens: readonly Screen[] = [
  {
    path: paths.company,
    title: { zh: '公司', en: 'Companies' },
    permission: 'company.view',
    group: 'system',
    texts: ['company'],
    load: () => import('./company-list-page.tsx'),
  },
  {
    path: paths.companyInfo,
    title: { zh: '公司信息', en: 'Company information' },
    permission: 'company.view',
    group: 'system',
    texts: ['company'],
    load: () => import('./company-info-page.tsx'),
  },
];
