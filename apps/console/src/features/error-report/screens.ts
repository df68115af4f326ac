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
];
