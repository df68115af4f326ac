import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    role: typeof texts;
  }
}

export const roleScreens: readonly Screen[] = [
  {
    path: paths.role,
    title: { zh: '角色', en: 'Roles' },
    permission: 'role.view',
    group: 'system',
    texts: ['role'],
    load: () => import('./role-list-page.tsx'),
    records: {
      role: { zh: '角色', en: 'Role' },
    },
  },
];
