import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'top-up': typeof texts;
  }
}

export const topUpScreens: readonly Screen[] = [
  {
    path: paths.topUp,
    title: { zh: '充值记录', en: 'Top-up records' },
    permission: 'topup.view',
    group: 'card',
    opens: { topUp: 'open' },
    texts: ['top-up'],
    load: () => import('./top-up-list-page.tsx'),
    records: {
      topUpReversal: { zh: '充值退回', en: 'Reversal of a top-up' },
      channelRefund: { zh: '渠道退款', en: 'Refund by a channel' },
    },
  },
];
