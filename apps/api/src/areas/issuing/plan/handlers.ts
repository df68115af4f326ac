import type { execution } from '@xyxlx/contracts/issue-execution';
import type { autoIssue as contract } from '@xyxlx/contracts/issue-plan';
import { staleVersion } from '../../../core/errors.ts';
import { change } from '../../../platform/db/transaction.ts';
import { queryList } from '../../../platform/lists/query-list.ts';
import { changeOne, logStates } from '../../../platform/records/change-state.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { mustSeeBatch } from '../batch.sql.ts';
import { executionOf, executionRows, executions } from './execution.sql.ts';
import { reissueExecution, retryExecution, skipExecution } from './execution-acts.ts';
import { lockPlan } from './find-plan.ts';
import { queryOverspent } from './overspent.ts';
import { planDetail, plans } from './plan.sql.ts';
import { planStateMachine } from './plan-states.ts';
import { previewPlan } from './preview-plan.ts';
import { submitPlan, takeBack } from './publication.ts';
import { addPlan, editPlan } from './write-plan.ts';

export const autoIssue: Handlers<typeof contract & typeof execution> = {
  queryPlan: (call) => queryList(call, plans),

  getPlan: (call) => planDetail(call.deps.database.pool, call, call.input.id),

  addPlan: (call) => change(call, (tx) => addPlan(tx, call, call.input)),

  editPlan: (call) => change(call, (tx) => editPlan(tx, call, call.input)),

  submitPlan: (call) =>
    change(call, async (tx) => {
      const { id, version, reason } = call.input;
      const found = await lockPlan(tx, call.session, id);
      if (found.version !== version) throw staleVersion();
      await submitPlan(tx, call, found, reason);
      await logStates(tx, call, planStateMachine, 'submitPlan', [found], { reason });
      return planDetail(tx, call, id);
    }),

  disablePlan: (call) =>
    change(call, async (tx) => {
      const found = await lockPlan(tx, call.session, call.input.id);
      await takeBack(tx, call, found);
      await changeOne(tx, call, planStateMachine, 'disablePlan', call.input);
      return planDetail(tx, call, call.input.id);
    }),

  archivePlan: (call) =>
    change(call, async (tx) => {
      await changeOne(tx, call, planStateMachine, 'archivePlan', call.input);
      return planDetail(tx, call, call.input.id);
    }),

  previewPlan,

  queryExecution: (call) => queryList(call, executions),

  getExecution: (call) => executionOf(call.deps.database.pool, call, call.input.id),

  queryExecutionRow: async (call) => {
    await mustSeeBatch(call.deps.database.pool, call, call.input.issueId);
    return queryList(call, executionRows);
  },

  queryOverspent,

  retryExecution: (call) => change(call, (tx) => retryExecution(tx, call, call.input)),

  skipExecution: (call) => change(call, (tx) => skipExecution(tx, call, call.input)),

  reissueExecution: (call) => change(call, (tx) => reissueExecution(tx, call, call.input)),
};
