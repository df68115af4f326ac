import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    brand: typeof texts;
  }
}

export const brandScreens: readonly Screen[] = [
  {
    path: paths.brand,
    title: { zh: '品牌', en: 'Brands' },
    permission: 'brand.view',
    group: 'platform',
    opens: { brand: 'open' },
    texts: ['brand'],
    load: () => import('./brand-list-page.tsx'),
    records: { brand: { zh: '品牌', en: 'Brand' } },
  },
];
