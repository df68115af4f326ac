import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type alertTexts from './alerts/locales/zh.json';
import type caseTexts from './cases/locales/zh.json';
import type dashboardTexts from './dashboard/locales/zh.json';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    compliance: typeof texts;
    'compliance/alerts': typeof alertTexts;
    'compliance/cases': typeof caseTexts;
    'compliance/dashboard': typeof dashboardTexts;
  }
}

export const complianceScreens: readonly Screen[] = [
  {
    path: paths.complianceAudit,
    title: { zh: '合规审核', en: 'Compliance audit' },
    permission: 'compliance.audit',
    group: 'compliance',
    texts: ['compliance', 'compliance/alerts', 'compliance/cases', 'compliance/dashboard'],
    load: () => import('./audit-page.tsx'),
    todos: {
      caseToClaim: { title: { zh: '待领取案件', en: 'Cases to claim' }, query: 'tab=cases&todo=TO_CLAIM' },
      caseDueSoon: {
        title: { zh: '案件将超时', en: 'Cases due today' },
        query: 'tab=cases&todo=DUE_SOON',
        isUrgent: true,
      },
      caseToCheck: { title: { zh: '待复核结案', en: 'Closings to check' }, query: 'tab=cases&todo=TO_CHECK' },
    },
    opens: { riskCase: 'open', riskReport: 'report' },
    records: {
      riskCase: { zh: '案件', en: 'Case' },
      riskReport: { zh: '可疑报告', en: 'Suspicious report' },
      caseClosure: { zh: '结案复核', en: 'Closing of a case' },
      complianceUnfreeze: { zh: '解冻案件主体', en: 'Unfreezing' },
      suspiciousReport: { zh: '可疑报告', en: 'Suspicious report' },
    },
  },
  {
    path: paths.complianceSettings,
    title: { zh: '合规设置', en: 'Compliance settings' },
    permission: 'compliance.settings',
    group: 'compliance',
    texts: ['compliance'],
    load: () => import('./settings-page.tsx'),
    records: {
      riskRule: { zh: '监控规则', en: 'Monitoring rule' },
      riskEntry: { zh: '合规名单', en: 'Entry of a compliance list' },
      riskInbox: { zh: '合规收件箱', en: 'Compliance inbox' },
    },
  },
];
