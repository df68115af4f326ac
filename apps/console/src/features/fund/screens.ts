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
    opens: { fundTransfer: 'tab=transfers&open', statementLine: 'tab=claims&open' },
    texts: ['fund'],
    load: () => import('./fund-page.tsx'),
    todos: {
      fundLow: {
        title: { zh: '资金账户低于预警线', en: 'Fund accounts below their threshold' },
        query: 'low=yes',
        isUrgent: true,
      },
      lineUnclaimed: {
        title: { zh: '到账待认领', en: 'Money that nobody claims yet' },
        query: 'tab=claims&state=UNCLAIMED',
      },
      dayBroken: {
        title: { zh: '对账有差异', en: 'Days that do not balance' },
        query: 'tab=reconciliation&state=BROKEN',
      },
    },
    records: {
      fund: { zh: '资金账户', en: 'Fund account' },
      statementLine: { zh: '对账单流水', en: 'Statement line' },
      topUp: { zh: '充值', en: 'Top-up' },
      fundTransfer: { zh: '资金划转', en: 'Fund transfer' },
      reconciliation: { zh: '对账', en: 'Reconciliation' },
      reconciliationBreak: { zh: '对账差异', en: 'Break' },
      fundDay: { zh: '结算日', en: 'Day' },
    },
  },
];
