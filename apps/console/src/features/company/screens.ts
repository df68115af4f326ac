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
    opens: { company: 'open' },
    texts: ['company'],
    load: () => import('./company-list-page.tsx'),
    records: {
      company: { zh: '公司', en: 'Company' },
      companyCertification: { zh: '公司认证', en: 'Certification' },
      companyChange: { zh: '已认证公司信息变更', en: 'Change of a certified company' },
      invoiceTitle: { zh: '发票抬头', en: 'Invoice title' },
    },
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
