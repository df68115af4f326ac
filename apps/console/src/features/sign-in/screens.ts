import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'sign-in': typeof texts;
  }
}

export const signInScreens: readonly Screen[] = [
  {
    path: paths.login,
    title: { zh: '登录', en: 'Sign in' },
    texts: ['sign-in'],
    load: () => import('./login-page.tsx'),
  },
  {
    path: paths.root,
    title: { zh: '登录', en: 'Sign in' },
    texts: ['sign-in'],
    load: () => import('./login-page.tsx'),
  },
  {
    path: paths.reset,
    title: { zh: '重置密码', en: 'Reset password' },
    texts: ['sign-in'],
    load: () => import('./reset-page.tsx'),
  },
  {
    path: paths.invitation,
    title: { zh: '租户邀请', en: 'Invitation' },
    texts: ['sign-in'],
    load: () => import('./invitation-page.tsx'),
  },
  {
    path: paths.tenant,
    title: { zh: '选择租户', en: 'Choose a tenant' },
    texts: ['sign-in'],
    load: () => import('./tenant-page.tsx'),
  },
  {
    path: paths.oauth,
    title: { zh: '授权登录', en: 'Sign in with OAuth' },
    texts: ['sign-in'],
    load: () => import('./oauth-page.tsx'),
  },
  {
    path: paths.workwx,
    title: { zh: '企业微信登录', en: 'Sign in with WeCom' },
    texts: ['sign-in'],
    load: () => import('./workwx-page.tsx'),
  },
];
