import type { job as contract } from '@xyxlx/contracts/job';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { alreadyHandled, Refusal, recordMissing } from '../../core/errors.ts';
import { permit } from '../../core/permit.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { permitExport } from '../../platform/exports/export-definition.ts';
import { logDownload } from '../../platform/exports/log-download.ts';
import { storedFile } from '../../platform/exports/stored-file.ts';
import { mendRows } from '../../platform/imports/mend-rows.ts';
import { runImport } from '../../platform/imports/run-import.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import type { Handlers } from '../../wire/implement.ts';
import { failedRowsFile } from './failed-rows.ts';
import { findJob, visibleJobsOf } from './job-access.ts';
import { importRowsOf, jobs } from './job-lists.ts';
import { canMend, importOf, type JobRow, presentJob, type SameFile } from './present-job.ts';

export const job: Handlers<typeof contract> = {
  getJob: async ({ input, session, deps }) => shown(deps, session, input.id),

  queryJob: (call) => queryList(call, jobs),

  cancelJob: async (call) => {
    const { input, session, deps } = call;
    const row = await actable(call, input.id);
    if (deps.jobs.kind(row.kind).goesOnToItsEnd) {
      throw new Refusal({ zh: '该任务不能取消', en: 'This work can not be cancelled' });
    }
    if (row.approvalId) {
      throw new Refusal({
        zh: '导入正在等待审批，请先撤回',
        en: 'It waits for an approval: withdraw that first',
      });
    }
    await change(call, async (tx) => {
      if (!(await deps.jobs.cancel(tx, keyOf(session, row)))) {
        throw new Refusal({ zh: '任务已结束', en: 'The work has ended' });
      }
      await logChange(tx, call, changeOf(session, row));
    });
    return shown(deps, session, row.id);
  },

  confirmImport: async (call) => {
    const { input, session, deps } = call;
    const row = await actable(call, input.id);
    const confirmed = importOf(deps, row)?.confirm ?? runImport;
    await change(call, async (tx) => {
      await confirmed(tx, call, keyOf(session, row));
      await logChange(tx, call, changeOf(session, row));
    });
    return shown(deps, session, row.id);
  },

  mendImportRows: async (call) => {
    const { input, session, deps } = call;
    const row = await actable(call, input.id);
    const definition = importOf(deps, row);
    if (!definition || !canMend(row, session.userId)) {
      throw new Refusal({
        zh: '只有上传者可以在确认导入之前修改有问题的行',
        en: 'Who uploaded it alone mends its bad rows, before it is confirmed',
      });
    }
    await change(call, async (tx) => {
      await mendRows(tx, deps, { ...keyOf(session, row), payload: row.payload }, definition, input.cells);
      // Handed in for an approval at the same moment: what is decided on stays as it is.
      const [now] = await visibleJobsOf(tx, session, [row.id]);
      if (now?.approvalId) throw alreadyHandled();
      await logChange(tx, call, changeOf(session, row));
    });
    return shown(deps, session, row.id);
  },

  undoImport: async (call) => {
    const { input, session, deps } = call;
    const row = await actable(call, input.id);
    if (!importOf(deps, row)?.undo) {
      throw new Refusal({ zh: '这类导入不能撤销', en: 'Imports of this kind can not be taken back' });
    }
    await change(call, async (tx) => {
      if (!(await deps.jobs.undo(tx, keyOf(session, row), call))) {
        throw alreadyHandled();
      }
      await logChange(tx, call, changeOf(session, row));
    });
    return shown(deps, session, row.id);
  },

  queryImportRow: async (call) => {
    const row = await findJob(call.deps, call.session, call.input.id);
    const definition = importOf(call.deps, row);
    if (!definition) throw recordMissing();
    return queryList(call, importRowsOf(definition, row));
  },

  downloadExport: async (call) => {
    const { input, session, deps } = call;
    const row = await findJob(deps, session, input.id);
    const { fileName, finishedAt } = row;
    const definition = deps.registry.exports.get(row.kind);
    if (!definition || !fileName) throw recordMissing();
    permitExport(session, definition);
    if (row.state !== 'SUCCEEDED' || !finishedAt) {
      throw new Refusal({ zh: '文件尚未生成', en: 'The file is not there yet' });
    }
    const file = storedFile(
      deps.database.pool,
      { ...keyOf(session, row), fileName, finishedAt },
      deps.clock.now(),
    );
    return logDownload(call, changeOf(session, row), file);
  },

  downloadFailedRows: async (call) => {
    const { input, session, deps, request } = call;
    const row = await findJob(deps, session, input.id);
    const definition = importOf(deps, row);
    if (!definition) throw recordMissing();
    const file = failedRowsFile(
      deps,
      { ...keyOf(session, row), payload: row.payload },
      definition,
      input.format,
      request.language,
    );
    return logDownload(call, changeOf(session, row), file);
  },
};

/** A job that the caller may change: everybody needs the permission at this moment, its creator too. */
async function actable({ session, deps }: Call<unknown, Session>, id: string): Promise<JobRow> {
  const row = await findJob(deps, session, id);
  if (row.permission) permit(session, row.permission);
  return row;
}

async function shown(deps: Deps, session: Session, id: string) {
  const row = await findJob(deps, session, id);
  return presentJob(deps, session.userId, row, await sameFileAs(deps, session, row));
}

async function sameFileAs({ database }: Deps, { tenantId }: Session, row: JobRow): Promise<SameFile> {
  if (!row.fileSha256) return null;
  return database.prisma.job.findFirst({
    where: {
      tenantId,
      kind: row.kind,
      fileSha256: row.fileSha256,
      id: { not: row.id },
      state: { in: ['RUNNING', 'SUCCEEDED', 'PARTIAL'] },
    },
    orderBy: { createdAt: 'desc' },
    select: { id: true, createdAt: true, createdBy: true },
  });
}

function keyOf({ tenantId }: Session, { id }: JobRow) {
  return { tenantId, id };
}

/** A job is its starter's tenant's, whose people alone see it. */
function changeOf({ tenantId }: Session, { id, kind, fileName }: JobRow) {
  return { tenantId, id, label: fileName ?? kind };
}
