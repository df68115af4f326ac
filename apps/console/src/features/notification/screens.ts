import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    notification: typeof texts;
  }
}

export const notificationScreens: readonly Screen[] = [
  {
    path: paths.notification,
    title: { zh: '通知', en: 'Notifications' },
    group: 'home',
    texts: ['notification'],
    load: () => import('./notification-page.tsx'),
  },
];
