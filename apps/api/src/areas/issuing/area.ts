import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { foundBatches } from './batch.sql.ts';
import { checkIssue } from './check-batch.ts';
import { creditLimit as handlers } from './handlers.ts';
import { issueInvariants } from './invariants.ts';
import { limitIssueApproval } from './issue-approval.ts';
import { issueFailedExport, issueRowExport } from './issue-exports.ts';
import { runIssue } from './run-issue.ts';
import { runVoid } from './run-void.ts';
import { startDueIssues } from './start-issue.ts';
import { issueTimelines } from './timeline.ts';
import { issueTodos } from './todos.ts';
import { limitIssueVoidApproval } from './void-issue.ts';

export const creditLimit: Area<AppContract['creditLimit']> = {
  handlers,
  exports: [issueRowExport, issueFailedExport],
  jobs: [checkIssue, runIssue, runVoid],
  schedule: [
    {
      name: 'startDueIssues',
      title: { zh: '定日发放', en: 'Issues put down for a day' },
      due: { zh: '发放生效日的 0 点', en: 'At midnight of the day of an issue' },
      run: startDueIssues,
    },
  ],
  approvals: [limitIssueApproval, limitIssueVoidApproval],
  finds: [foundBatches],
  timelines: issueTimelines,
  records: { issueBatch: { from: 'issue_batches r', name: 'r.batch_no', fields: ['issueId'] } },
  record: 'issueBatch',
  todos: issueTodos,
  invariants: issueInvariants,
  steps: { runIssue: { zh: '发放', en: 'Issue' } },
};
