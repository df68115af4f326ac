import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    issuing: typeof texts;
  }
}

export const issuingScreens: readonly Screen[] = [
  {
    path: paths.issue,
    title: { zh: '手动发放', en: 'Manual issue' },
    permission: 'creditlimit.view',
    group: 'limit',
    opens: { issueBatch: 'open' },
    texts: ['issuing'],
    load: () => import('./issue-page.tsx'),
    todos: {
      issueFailed: {
        title: { zh: '额度发放失败', en: 'Issues that failed' },
        query: 'state=FAILED,PARTLY_DONE,STOPPED',
        isUrgent: true,
      },
    },
    records: { issueBatch: { zh: '发放批次', en: 'Issue of limits' } },
  },
  {
    path: paths.issueExecutions,
    title: { zh: '执行列表', en: 'Executions' },
    permission: 'creditlimit.view',
    under: paths.issuePlans,
    todos: {
      planShort: {
        title: { zh: '7 天内发放超出可用资金', en: 'Plans beyond the free funds within 7 days' },
        query: 'tab=plans&short=true',
        isUrgent: true,
      },
    },
    opens: { issuePlan: 'tab=plans&open' },
    texts: ['issuing'],
    load: () => import('./execution-page.tsx'),
  },
  {
    path: paths.issuePlans,
    title: { zh: '自动发放', en: 'Automatic issue' },
    permission: 'creditlimit.view',
    group: 'limit',
    texts: ['issuing'],
    load: () => import('./templates-page.tsx'),
    records: {
      issuePlan: { zh: '发放计划', en: 'Plan of issuing' },
      planRun: { zh: '计划执行超出审批', en: 'Run beyond what was approved' },
    },
  },
  {
    path: paths.issuePlan,
    title: { zh: '自动发放计划', en: 'Automatic issue plan' },
    permission: 'creditlimit.issue',
    under: paths.issuePlans,
    texts: ['issuing'],
    load: () => import('./plan-form-page.tsx'),
  },
];
