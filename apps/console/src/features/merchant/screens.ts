import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    merchant: typeof texts;
  }
}

export const merchantScreens: readonly Screen[] = [
  {
    path: paths.merchant,
    title: { zh: '商户', en: 'Merchants' },
    permission: 'merchant.view',
    group: 'merchant',
    opens: { merchant: 'open' },
    texts: ['merchant'],
    load: () => import('./merchant-list-page.tsx'),
    records: {
      merchant: { zh: '商户', en: 'Merchant' },
      merchantRegistration: { zh: '商户登记', en: 'Registration' },
      merchantChange: { zh: '商户关键信息变更', en: 'Change of a live merchant' },
      merchantMove: { zh: '商户变更所属公司', en: 'Move to another company' },
      store: { zh: '门店', en: 'Store' },
    },
  },
  {
    path: paths.merchantPage,
    title: { zh: '商户档案', en: 'Merchant record' },
    permission: 'merchant.view',
    pageOf: 'merchant',
    texts: ['merchant'],
    load: () => import('./merchant-page.tsx'),
  },
  {
    path: paths.store,
    title: { zh: '门店', en: 'Store' },
    permission: 'merchant.view',
    pageOf: 'store',
    texts: ['merchant'],
    load: () => import('./store-page.tsx'),
  },
];
