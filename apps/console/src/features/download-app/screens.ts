import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'download-app': typeof texts;
  }
}

export const downloadAppScreens: readonly Screen[] = [
  {
    path: paths.downloadApp,
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./download-app-page.tsx'),
  },
  // The misspelt address is printed on material in use.
  {
    path: paths.downloadAppMisspelt,
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./download-app-page.tsx'),
  },
  {
    path: paths.downloadAppCode,
    title: { zh: '下载应用', en: 'Get the app' },
    texts: ['download-app'],
    load: () => import('./download-app-page.tsx'),
  },
];
