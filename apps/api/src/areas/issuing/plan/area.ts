import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../../area.ts';
import { planRunApproval } from './approve-run.ts';
import { autoIssue as handlers } from './handlers.ts';
import { foundPlans } from './plan.sql.ts';
import { planRuns } from './plan-runs.ts';
import { issuePlanApproval } from './publication.ts';
import { runPlan } from './run-plan.ts';
import { planTodos } from './todos.ts';

export const autoIssue: Area<AppContract['autoIssue']> = {
  handlers,
  jobs: [runPlan],
  schedule: [
    {
      name: 'planRuns',
      title: { zh: '执行发放计划', en: 'Runs of plans' },
      due: { zh: '计划的执行时间到达时', en: 'When a plan’s run is due' },
      run: planRuns,
    },
  ],
  approvals: [issuePlanApproval, planRunApproval],
  finds: [foundPlans],
  records: { issuePlan: { from: 'issue_plans r', fields: ['planId'] } },
  record: 'issuePlan',
  todos: planTodos,
  steps: { runPlan: { zh: '执行计划', en: 'Run a plan' } },
};
