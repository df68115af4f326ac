import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    home: typeof texts;
  }
}

export const homeScreens: readonly Screen[] = [
  {
    path: paths.home,
    title: { zh: '首页', en: 'Home' },
    permission: 'home.view',
    group: 'home',
    texts: ['home'],
    load: () => import('./home-page.tsx'),
  },
];
