import type { approval as contract } from '@xyxlx/contracts/approval';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { waitingFor } from '../../platform/approval/approval-scope.ts';
import { decide, findApproval } from '../../platform/approval/decide.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { doEach } from '../../platform/records/bulk.ts';
import type { Handlers } from '../../wire/implement.ts';
import { approvals, sumTodo, todos } from './approval-lists.ts';
import { forecastAct, forecastActs } from './forecast.ts';
import { approvalDetail } from './present-approval.ts';
import { getMatter } from './read-matter.ts';
import { revealChange } from './reveal-change.ts';
import { proposeThreshold, rulesOf } from './rules.ts';

export const approval: Handlers<typeof contract> = {
  queryTodo: (call) => queryList(call, todos),
  sumTodo,

  todoCount: async ({ session, deps: { database, registry } }) => {
    const groups = await rowsOf<{ subjectType: string; count: number }>(
      database.pool,
      sql`SELECT a.subject_type AS "subjectType", count(*)::int AS count FROM approvals a
          WHERE ${waitingFor(session, registry.approvals.values(), 'a')} GROUP BY 1 ORDER BY 1`,
    );
    const byType = groups.map(({ subjectType, count }) => ({
      subjectType,
      subjectTypeLabel: registry.approvals.get(subjectType)?.label ?? {
        zh: subjectType,
        en: subjectType,
      },
      count,
    }));
    return { total: byType.reduce((sum, { count }) => sum + count, 0), byType };
  },

  queryApproval: (call) => queryList(call, approvals),

  getApproval: async (call) => {
    const row = await findApproval(call.deps.database.prisma, call.session, { id: call.input.id });
    if (!row) throw recordMissing();
    return approvalDetail(call, row);
  },

  getMatter,

  getSubjectApproval: async (call) => {
    const row = await findApproval(call.deps.database.prisma, call.session, call.input);
    return row && approvalDetail(call, row);
  },

  queryRule: rulesOf,
  editThreshold: proposeThreshold,
  forecastAct,
  forecastActs,

  approve: (call) => decideHere(call, 'APPROVE', call.input),
  reject: (call) => decideHere(call, 'REJECT', call.input),
  withdraw: (call) => decideHere(call, 'WITHDRAW', call.input),
  approveMany: (call) => decideMany(call, 'APPROVE'),
  rejectMany: (call) => decideMany(call, 'REJECT'),
  revealChange,
};

async function decideHere(
  call: Call<unknown, Session>,
  kind: 'APPROVE' | 'REJECT' | 'WITHDRAW',
  { id, reason, seen }: { id: string; reason?: string | undefined; seen?: string | undefined },
): Promise<null> {
  const { session, deps } = call;
  const row = await findApproval(deps.database.prisma, session, { id });
  const subject = row && deps.registry.approvals.get(row.subjectType);
  if (!row || !subject) throw recordMissing();
  return decide(call, subject, row, kind, { reason: reason ?? null, seen, answer: async () => null });
}

/** Decides many one by one, by the rules that hold for each alone. */
async function decideMany(
  call: Call<{ ids: string[]; reason?: string | undefined }, Session>,
  kind: 'APPROVE' | 'REJECT',
): Promise<BulkResult> {
  const { ids, reason } = call.input;
  return doEach({ ids, language: call.request.language }, (id) => decideHere(call, kind, { id, reason }));
}
