import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'operation-log': typeof texts;
  }
}

export const operationLogScreens: readonly Screen[] = [
  {
    path: paths.cardLog,
    title: { zh: '卡操作日志', en: 'Card operation log' },
    permission: 'operationlog.view',
    group: 'card',
    texts: ['operation-log'],
    load: () => import('./card-log-page.tsx'),
  },
  {
    path: paths.operationLog,
    title: { zh: '操作日志', en: 'Operation log' },
    permission: 'operationlog.view',
    group: 'system',
    texts: ['operation-log'],
    load: () => import('./operation-log-page.tsx'),
    records: {
      operationLog: { zh: '日志', en: 'Log' },
      export: { zh: '导出', en: 'Export' },
    },
  },
  {
    path: paths.operationLogDetail,
    title: { zh: '操作日志详情', en: 'Operation log detail' },
    permission: 'operationlog.view',
    opens: { operationLog: 'id' },
    texts: ['operation-log'],
    load: () => import('./operation-log-detail-page.tsx'),
  },
];
