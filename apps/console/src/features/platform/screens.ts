import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    platform: typeof texts;
  }
}

export const platformScreens: readonly Screen[] = [
  {
    path: paths.platform,
    title: { zh: '平台列表', en: 'Platform list' },
    permission: 'platform.view',
    group: 'platform',
    opens: { platform: 'open' },
    texts: ['platform'],
    load: () => import('./platform-list-page.tsx'),
    records: {
      platform: { zh: '平台', en: 'Platform' },
      platformChange: { zh: '平台变更', en: 'Change of a platform' },
    },
  },
  {
    path: paths.platformAccounts,
    title: { zh: '平台账户信息', en: 'Platform accounts' },
    permission: 'platform.view',
    group: 'platform',
    texts: ['platform'],
    load: () => import('./account-list-page.tsx'),
    records: { platformAccount: { zh: '平台账户', en: 'Platform account' } },
  },
];
