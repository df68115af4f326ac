import type { Area } from '../area.ts';
import { raiseAlerts } from './alerts/raise-alerts.ts';
import { foundCases } from './cases/case.sql.ts';
import { escalateOverdueCases, releaseIdleCases, wakeCases } from './cases/case-duties.ts';
import { caseExport } from './cases/case-export.ts';
import { caseInvariants } from './cases/case-invariants.ts';
import { caseTodos } from './cases/case-todos.ts';
import { caseClosure } from './cases/closure.ts';
import { complianceUnfreeze } from './cases/unfreeze-subject.ts';

/** What alerts and cases give to the area. */
export const ofCases = {
  exports: [caseExport],
  approvals: [caseClosure, complianceUnfreeze],
  finds: [foundCases],
  schedule: [
    { name: 'riskAlerts', run: raiseAlerts },
    { name: 'wakeCases', run: wakeCases },
    { name: 'releaseIdleCases', run: releaseIdleCases },
    { name: 'escalateOverdueCases', run: escalateOverdueCases },
  ],
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
