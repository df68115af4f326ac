import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    approval: typeof texts;
  }
}

export const approvalScreens: readonly Screen[] = [
  {
    path: paths.approval,
    title: { zh: '审批', en: 'Approvals' },
    group: 'home',
    opens: { approval: 'tab=all&open' },
    texts: ['approval'],
    load: () => import('./approval-page.tsx'),
    records: {
      approval: { zh: '审批', en: 'Approval' },
      approvalThreshold: { zh: '审批阈值', en: 'Threshold' },
    },
  },
];
