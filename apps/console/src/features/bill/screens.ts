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
    opens: { bill: 'open' },
    texts: ['bill'],
    load: () => import('./bill-page.tsx'),
    todos: {
      billDue: { title: { zh: '账单待出账', en: 'Bills to issue' }, query: 'tab=desk&wait=ISSUE' },
      billDisputed: {
        title: { zh: '账单异议待答复', en: 'Disputes to answer' },
        query: 'tab=desk&wait=ANSWER',
        isUrgent: true,
      },
      billAnswered: {
        title: { zh: '账单待重新出账', en: 'Bills to issue again' },
        query: 'tab=desk&wait=REISSUE',
      },
      billToSettle: { title: { zh: '账单待结清', en: 'Bills to settle' }, query: 'tab=desk&wait=SETTLE' },
    },
    records: {
      bill: { zh: '账单', en: 'Bill' },
      billPeriod: { zh: '账期', en: 'Month' },
      billConfirmation: { zh: '账单确认', en: 'Confirmation' },
    },
  },
  {
    path: paths.billPage,
    title: { zh: '账单详情', en: 'Bill' },
    permission: 'bill.view',
    pageOf: 'bill',
    texts: ['bill'],
    load: () => import('./one-bill-page.tsx'),
  },
];
