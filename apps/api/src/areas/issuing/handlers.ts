import type { creditLimit as contract } from '@xyxlx/contracts/issue';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { tableFile } from '../../platform/exports/write-table.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { batches, batchOf, batchRows, batchWithFund, mustSeeBatch, sumIssue } from './batch.sql.ts';
import { issueStateMachine } from './batch-states.ts';
import { issueFailedExport, issueRowExport } from './issue-exports.ts';
import { issueSheet } from './issue-sheet.ts';
import { addIssue, uploadIssue } from './make-batch.ts';
import { previewTarget } from './preview-target.ts';
import { resumeIssue, retryIssue, submitIssue } from './submit-issue.ts';
import { voidIssue } from './void-issue.ts';

export const creditLimit: Handlers<typeof contract> = {
  previewTarget,

  addIssue,

  uploadIssue,

  issueTemplate: async ({ input: { format }, request: { language } }) => {
    const title = { zh: '发放名单模板', en: 'Template of whom to issue' };
    const columns = [issueSheet.employeeNo, issueSheet.employeeName, issueSheet.amount].map(
      (label) => label[language],
    );
    return tableFile(title[language], format, columns, []);
  },

  queryIssue: (call) => queryList(call, batches),

  sumIssue,

  getIssue: (call) => batchWithFund(call.deps.database.pool, call, call.input.id),

  queryIssueRow: async (call) => {
    await mustSeeBatch(call.deps.database.pool, call, call.input.issueId);
    return queryList(call, batchRows);
  },

  cancelIssue: (call) =>
    change(call, async (tx) => {
      await changeOne(tx, call, issueStateMachine, 'cancelIssue', call.input);
      return batchOf(tx, call, call.input.id);
    }),

  submitIssue,

  resumeIssue,

  retryIssue,

  voidIssue,

  exportIssueRow: (call) => exportFile(call, issueRowExport),

  exportIssueFailed: (call) => exportFile(call, issueFailedExport),
};
