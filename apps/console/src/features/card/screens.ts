import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    card: typeof texts;
  }
}

export const cardScreens: readonly Screen[] = [
  {
    path: paths.card,
    title: { zh: '支付卡', en: 'Payment cards' },
    permission: 'card.view',
    group: 'card',
    opens: { card: 'open', cardProduct: 'tab=products&open' },
    texts: ['card'],
    load: () => import('./card-page.tsx'),
    records: {
      card: { zh: '支付卡', en: 'Card' },
      cardRequest: { zh: '卡申请', en: 'Request about a card' },
      cardProduct: { zh: '卡产品', en: 'Card product' },
      cardPolicy: { zh: '卡政策', en: 'Card policy' },
    },
  },
  {
    path: paths.cardImports,
    title: { zh: '导入记录', en: 'Import records' },
    permission: 'card.import',
    texts: ['card'],
    load: () => import('./import-page.tsx'),
  },
];
