import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    user: typeof texts;
  }
}

export const userScreens: readonly Screen[] = [
  {
    path: paths.user,
    title: { zh: '用户', en: 'Users' },
    permission: 'user.view',
    group: 'system',
    opens: { user: 'open' },
    texts: ['user'],
    load: () => import('./user-list-page.tsx'),
    records: {
      user: { zh: '用户', en: 'User' },
      session: { zh: '登录设备', en: 'Device' },
      invitation: { zh: '邀请', en: 'Invitation' },
    },
  },
];
