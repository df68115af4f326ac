import type { Label } from '@xyxlx/contracts/endpoint';
import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'sign-in': typeof texts;
  }
}

/** What the sign-in page is called. */
export const signInTitle: Label = { zh: '登录', en: 'Sign in' };

export const signInScreens: readonly Screen[] = [
  {
    path: paths.login,
    title: signInTitle,
    texts: ['sign-in'],
    load: () => import('./login-page.tsx'),
  },
  {
    path: paths.root,
    title: signInTitle,
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
