import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    employee: typeof texts;
  }
}

export const employeeScreens: readonly Screen[] = [
  {
    path: paths.employees,
    title: { zh: '商户详情', en: 'Merchant detail' },
    permission: 'employee.view',
    group: 'merchant',
    texts: ['employee'],
    load: () => import('./employee-list-page.tsx'),
  },
  {
    path: paths.employeeAdjustments,
    title: { zh: '调额记录', en: 'Adjustment records' },
    permission: 'limit.view',
    texts: ['employee'],
    load: () => import('./adjustment-page.tsx'),
  },
];
