import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { backtestJob } from './backtests/backtest-job.ts';
import { backtestHandlers } from './backtests/handlers.ts';
import { riskBatch } from './batch/risk-batch.ts';
import { ofCases } from './case-area.ts';
import { caseHandlers } from './case-handlers.ts';
import { dashboardHandlers } from './dashboard/dashboard.ts';
import { inboxHandlers } from './inboxes/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { entryImport } from './lists/import-entries.ts';
import { riskListApproval } from './lists/list-approval.ts';
import { handInTimings } from './online/timings.ts';
import { previewRule } from './preview/preview-rule.ts';
import { ofReports, reportHandlers } from './report-area.ts';
import { ruleInvariants } from './rule-invariants.ts';
import { ruleHandlers } from './rules/handlers.ts';
import { riskRuleApproval } from './rules/rule-approval.ts';

export const compliance: Area<AppContract['compliance']> = {
  ...ofCases,
  handlers: {
    ...ruleHandlers,
    previewRule,
    ...backtestHandlers,
    ...listHandlers,
    ...inboxHandlers,
    ...caseHandlers,
    ...reportHandlers,
    ...dashboardHandlers,
  },
  imports: [entryImport],
  finds: [...ofCases.finds, ...ofReports.finds],
  approvals: [riskRuleApproval, riskListApproval, ...ofCases.approvals, ...ofReports.approvals],
  jobs: [backtestJob, ...ofReports.jobs],
  // What is found becomes alerts in the same minute.
  schedule: [
    {
      name: 'riskBatch',
      title: { zh: '批量监控', en: 'Monitoring in batches' },
      due: {
        zh: '有新的流水时，及日历窗口结束后',
        en: 'When something came in, and when a calendar window is over',
      },
      run: (deps) => riskBatch(deps),
    },
    ...ofCases.schedule,
    ...ofReports.schedule,
    {
      name: 'handInTimings',
      title: { zh: '上报监控用时', en: 'How long monitoring took' },
      due: { zh: '每分钟', en: 'Every minute' },
      run: handInTimings,
    },
  ],
  invariants: [...ruleInvariants, ...ofCases.invariants, ...ofReports.invariants],
  record: 'riskCase',
  records: {
    ...ofCases.records,
    ...ofReports.records,
    riskInbox: { from: 'risk_inboxes r', fields: ['inboxId', 'escalateToId'] },
    riskEntry: { from: 'risk_list_entries r', name: 'r.list' },
  },
};
