import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    lottery: typeof texts;
  }
}

export const lotteryScreens: readonly Screen[] = [
  {
    path: paths.storeLottery,
    title: { zh: '商户抽奖记录', en: 'Merchant lottery' },
    permission: 'lottery.view',
    group: 'merchant',
    opens: { lottery: 'open' },
    texts: ['lottery'],
    load: () => import('./store-lottery-page.tsx'),
    todos: {
      lotteryFailed: {
        title: { zh: '奖品发放失败', en: 'Prizes not handed out' },
        query: 'state=FAILED',
        isUrgent: true,
      },
    },
    records: {
      lottery: { zh: '抽奖记录', en: 'Draw' },
      lotteryAward: { zh: '奖品补发', en: 'Award' },
    },
  },
  {
    path: paths.employeeLottery,
    title: { zh: '抽奖记录', en: 'Lottery records' },
    permission: 'lottery.view',
    texts: ['lottery'],
    load: () => import('./employee-lottery-page.tsx'),
  },
];
