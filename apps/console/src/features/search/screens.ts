import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    search: typeof texts;
  }
}

export const searchScreens: readonly Screen[] = [
  {
    path: paths.search,
    title: { zh: '查询商户号', en: 'Find merchant number' },
    permission: 'search.view',
    group: 'merchant',
    texts: ['search'],
    load: () => import('./search-page.tsx'),
    records: {
      search: { zh: '查询', en: 'Search' },
    },
  },
];
