import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    own: typeof texts;
  }
}

export const ownScreens: readonly Screen[] = [
  {
    path: paths.myCard,
    title: { zh: '我的卡', en: 'My cards' },
    permission: 'own.card',
    group: 'account',
    texts: ['own'],
    load: () => import('./my-card-page.tsx'),
  },
];
