import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    fund: typeof texts;
  }
}

export const fundScreens: readonly Screen[] = [
  {
    path: paths.fund,
    title: { zh: '资金管理', en: 'Fund management' },
    permission: 'fund.view',
    group: 'platform',
    texts: ['fund'],
    load: () => import('./fund-page.tsx'),
    todos: {
      fundLow: {
        title: { zh: '资金账户低于预警线', en: 'Fund accounts below their threshold' },
        query: 'low=yes',
        isUrgent: true,
      },
    },
    records: {
      fund: { zh: '资金账户', en: 'Fund account' },
      fundTransfer: { zh: '资金划转', en: 'Fund transfer' },
    },
  },
];
