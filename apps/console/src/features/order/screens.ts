import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    order: typeof texts;
  }
}

export const orderScreens: readonly Screen[] = [
  {
    path: paths.cardOrder,
    title: { zh: '卡订单', en: 'Card orders' },
    permission: 'order.view',
    group: 'card',
    opens: { cardOrder: 'open' },
    texts: ['order'],
    load: () => import('./order-list-page.tsx'),
    records: {
      cardOrder: { zh: '卡订单', en: 'Card order' },
      cardOrderRefund: { zh: '卡订单退款', en: 'Refund of a card order' },
    },
  },
  {
    path: paths.myOrder,
    title: { zh: '我的订单', en: 'My orders' },
    permission: 'own.order',
    group: 'account',
    texts: ['order'],
    load: () => import('./my-order-page.tsx'),
  },
];
