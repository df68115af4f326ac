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
    texts: ['lottery'],
    load: () => import('./store-lottery-page.tsx'),
  },
  {
    path: paths.employeeLottery,
    title: { zh: '抽奖记录', en: 'Lottery records' },
    permission: 'lottery.view',
    texts: ['lottery'],
    load: () => import('./employee-lottery-page.tsx'),
  },
];
