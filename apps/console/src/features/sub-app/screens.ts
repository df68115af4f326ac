import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'sub-app': typeof texts;
  }
}

export const subAppScreens: readonly Screen[] = [
  {
    path: paths.subApp,
    title: { zh: '子应用', en: 'Application' },
    texts: ['sub-app'],
    load: () => import('./sub-app-page.tsx'),
    records: {
      subApp: { zh: '子应用', en: 'Sub-application' },
    },
  },
  {
    path: paths.subApps,
    title: { zh: '子应用登记', en: 'Sub-applications' },
    permission: 'service.view',
    group: 'system',
    opens: { subApp: 'open' },
    texts: ['sub-app'],
    load: () => import('./registry-page.tsx'),
  },
];
