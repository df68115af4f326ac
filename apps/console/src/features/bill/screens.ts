import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    bill: typeof texts;
  }
}

export const billScreens: readonly Screen[] = [
  {
    path: paths.bill,
    title: { zh: '账单', en: 'Bills' },
    permission: 'bill.view',
    group: 'merchant',
    texts: ['bill'],
    load: () => import('./bill-page.tsx'),
    todos: {
      billDisputed: {
        title: { zh: '商户账单有异议', en: "Disputed merchants' bills" },
        query: 'state=DISPUTED',
        isUrgent: true,
      },
      companyBillDisputed: {
        title: { zh: '公司账单有异议', en: "Disputed companies' bills" },
        query: 'tab=company&state=DISPUTED',
        isUrgent: true,
      },
    },
    records: {
      bill: { zh: '账单', en: 'Bill' },
      billPeriod: { zh: '账期', en: 'Month' },
      billConfirmation: { zh: '账单确认', en: 'Confirmation' },
    },
  },
];
