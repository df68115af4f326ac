import type { Area } from '../area.ts';
import { raiseAlerts } from './alerts/raise-alerts.ts';
import { foundCases } from './cases/case.sql.ts';
import { escalateOverdueCases, releaseIdleCases, wakeCases } from './cases/case-duties.ts';
import { caseExport } from './cases/case-export.ts';
import { caseInvariants } from './cases/case-invariants.ts';
import { caseTodos } from './cases/case-todos.ts';
import { caseClosure } from './cases/closure.ts';
import { caseTimelines } from './cases/timeline.ts';
import { complianceUnfreeze } from './cases/unfreeze-subject.ts';

/** What alerts and cases give to the area. */
export const ofCases = {
  exports: [caseExport],
  approvals: [caseClosure, complianceUnfreeze],
  finds: [foundCases],
  schedule: [
    {
      name: 'riskAlerts',
      title: { zh: '生成预警', en: 'Raising alerts' },
      due: { zh: '有新的命中时', en: 'When there are new hits' },
      run: raiseAlerts,
    },
    {
      name: 'wakeCases',
      title: { zh: '唤醒挂起的案件', en: 'Waking suspended cases' },
      due: { zh: '挂起到期时', en: 'When the day comes that a case was put off to' },
      run: wakeCases,
    },
    {
      name: 'releaseIdleCases',
      title: { zh: '释放无人处理的案件', en: 'Giving back idle cases' },
      due: { zh: '领取后 4 小时没有处理时', en: 'When nobody has acted on a case for four hours' },
      run: releaseIdleCases,
    },
    {
      name: 'escalateOverdueCases',
      title: { zh: '升级超时的案件', en: 'Escalating overdue cases' },
      due: { zh: '案件超过处理时限时', en: 'When a case is past its time' },
      run: escalateOverdueCases,
    },
  ],
  timelines: caseTimelines,
  records: {
    riskCase: { from: 'risk_cases r', name: 'r.case_no' },
    riskRule: { from: 'risk_rules r', name: `r.code || ' ' || r.name`, fields: ['ruleId', 'ruleIds'] },
  },
  todos: caseTodos,
  invariants: caseInvariants,
  steps: {
    releaseIdleCases: { zh: '4 小时没有处理，案件释放', en: 'Give back cases that nobody has acted on' },
    escalateOverdueCases: { zh: '案件超过时限，升级', en: 'Escalate cases that are past their time' },
  },
} satisfies Omit<Area, 'handlers'>;
