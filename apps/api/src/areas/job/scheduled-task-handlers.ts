import type { scheduledTask as contract } from '@xyxlx/contracts/scheduled-task';
import { change } from '../../platform/db/transaction.ts';
import { noteAsked } from '../../platform/jobs/task-runs.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import type { Handlers } from '../../wire/implement.ts';
import { foundScheduledTask, scheduledTasks } from './scheduled-task-list.ts';

export const scheduledTask: Handlers<typeof contract> = {
  queryScheduledTask: (call) => queryList(call, scheduledTasks),

  getScheduledTask: (call) => foundScheduledTask(call.deps.database.pool, call, call.input.id),

  runScheduledTask: (call) =>
    change(call, async (tx) => {
      const { session, deps, input } = call;
      const { name, title } = await foundScheduledTask(tx, call, input.id);
      await noteAsked(tx, name, { at: deps.clock.now(), by: session.userName });
      await deps.jobs.runTask(tx, name);
      await logChange(tx, call, { tenantId: session.tenantId, id: input.id, label: title.zh });
      return foundScheduledTask(tx, call, input.id);
    }),
};
