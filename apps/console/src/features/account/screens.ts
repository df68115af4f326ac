import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    account: typeof texts;
  }
}

export const accountScreens: readonly Screen[] = [
  {
    path: paths.userInfo,
    title: { zh: '个人信息', en: 'Profile' },
    group: 'account',
    texts: ['account'],
    load: () => import('./profile-page.tsx'),
  },
  {
    path: paths.changePassword,
    title: { zh: '修改密码', en: 'Change password' },
    group: 'account',
    texts: ['account'],
    load: () => import('./change-password-page.tsx'),
  },
];
