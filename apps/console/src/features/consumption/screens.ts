import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    consumption: typeof texts;
  }
}

export const consumptionScreens: readonly Screen[] = [
  {
    path: paths.storeBill,
    title: { zh: '商户消费记录', en: 'Merchant consumption' },
    permission: 'consumption.view',
    group: 'merchant',
    opens: { consumption: 'open' },
    texts: ['consumption'],
    load: () => import('./store-bill-page.tsx'),
    records: {
      consumption: { zh: '消费记录', en: 'Payment' },
      consumptionRefund: { zh: '消费退款', en: 'Refund' },
    },
  },
  {
    path: paths.paymentPage,
    title: { zh: '消费详情', en: 'Payment' },
    permission: 'consumption.view',
    pageOf: 'consumption',
    texts: ['consumption'],
    load: () => import('./consumption-page.tsx'),
  },
  {
    path: paths.employeeBill,
    title: { zh: '消费记录', en: 'Consumption records' },
    permission: 'consumption.view',
    texts: ['consumption'],
    load: () => import('./employee-bill-page.tsx'),
  },
];
