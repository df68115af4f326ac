import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    errors: typeof texts;
  }
}

/** What any unknown path shows. */
export const notFound: Screen = {
  path: paths.notFound,
  title: { zh: '页面不存在', en: 'Page not found' },
  texts: ['errors'],
  load: () => import('./not-found-page.tsx'),
};

export const errorsScreens: readonly Screen[] = [
  notFound,
  {
    path: paths.fault,
    title: { zh: '系统出错了', en: 'Something went wrong' },
    texts: ['errors'],
    load: () => import('./fault-page.tsx'),
  },
];
