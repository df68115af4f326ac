import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    'error-report': typeof texts;
  }
}

export const errorReportScreens: readonly Screen[] = [
  {
    path: paths.errorReport,
    title: { zh: '上传错误日志', en: 'Upload an error log' },
    texts: ['error-report'],
    load: () => import('./error-report-page.tsx'),
  },
  {
    path: paths.errorReports,
    title: { zh: '错误报告', en: 'Error reports' },
    permission: 'service.view',
    group: 'system',
    opens: { errorReport: 'open' },
    texts: ['error-report'],
    load: () => import('./report-list-page.tsx'),
    todos: {
      errorReported: { title: { zh: '待查看的错误报告', en: 'New error reports' }, query: 'state=NEW' },
    },
    records: { errorReport: { zh: '错误报告', en: 'Error report' } },
  },
];
