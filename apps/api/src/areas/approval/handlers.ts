import type { approval as contract } from '@xyxlx/contracts/approval';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { waitingFor } from '../../platform/approval/approval-scope.ts';
import { decide, findApproval } from '../../platform/approval/decide.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { approvals, todos } from './approval-lists.ts';
import { forecastAct, forecastActs } from './forecast.ts';
import { approvalDetail } from './present-approval.ts';
import { revealChange } from './reveal-change.ts';
import { proposeThreshold, rulesOf } from './rules.ts';

export const approval: Handlers<typeof contract> = {
  queryTodo: (call) => queryList(call, todos),

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

  getSubjectApproval: async (call) => {
    const row = await findApproval(call.deps.database.prisma, call.session, call.input);
    return row && approvalDetail(call, row);
  },

  queryRule: rulesOf,
  editThreshold: proposeThreshold,
  forecastAct,
  forecastActs,

  approve: (call) => decideHere(call, 'APPROVE'),
  reject: (call) => decideHere(call, 'REJECT'),
  withdraw: (call) => decideHere(call, 'WITHDRAW'),
  revealChange,
};

async function decideHere(
  call: Call<{ id: string; reason?: string | undefined }, Session>,
  kind: 'APPROVE' | 'REJECT' | 'WITHDRAW',
): Promise<null> {
  const { input, session, deps } = call;
  const row = await findApproval(deps.database.prisma, session, { id: input.id });
  const subject = row && deps.registry.approvals.get(row.subjectType);
  if (!row || !subject) throw recordMissing();
  return decide(call, subject, row, kind, { reason: input.reason ?? null, answer: async () => null });
}
