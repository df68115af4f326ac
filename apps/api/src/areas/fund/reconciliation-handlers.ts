import type { reconciliation as contract } from '@xyxlx/contracts/reconciliation';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { visibleCompanies } from '../../platform/records/scope.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';
import { adjustBreak } from './adjust-break.ts';
import { matchBreak, suspendBreak } from './decide-break.ts';
import { lockPlatformAccounts, reconcile, undecided } from './reconcile.ts';
import { linesFor, reconciliationOf, reconciliations } from './reconciliation-lists.ts';

export const reconciliation: Handlers<typeof contract> = {
  queryReconciliation: (call) => queryList(call, reconciliations),

  getReconciliation: ({ input, session, deps }) => reconciliationOf(deps.database.pool, session, input.id),

  runReconciliation,

  matchBreak,

  suspendBreak,

  adjustBreak,

  queryBreakLine: ({ input, session, deps }) => linesFor(deps.database.pool, session, input.id),
};

/** Reconciles a day of the accounts that the caller sees in their tenant, also one that was done before. */
function runReconciliation(call: Call<{ day: string }, Session>) {
  const { input, session, now } = call;
  const { day } = input;
  if (day >= shanghaiDay(now)) throw notOver();
  return change(call, async (tx) => {
    const { tenantId } = session;
    const accounts = await rowsOf<{ id: string }>(
      tx,
      sql`SELECT a.id FROM platform_accounts a
          WHERE a.tenant_id = ${tenantId}::uuid AND ${visibleCompanies(session, 'a')} AND a.state = 'ACTIVE'
            AND (EXISTS (SELECT FROM statement_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.account_id = a.id
                AND l.at < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai')
              OR EXISTS (SELECT FROM fund_flows f WHERE f.tenant_id = ${tenantId}::uuid AND f.platform_account_id = a.id
                AND f.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'))`,
    );
    const ids = accounts.map(({ id }) => id);
    await lockPlatformAccounts(tx, tenantId, ids);
    const days = ids.map((accountId) => ({ accountId, day }));
    await reconcile(tx, { tenantId, days, now, by: session.userName });
    const result = await rowOf<{ accountCount: number; balancedCount: number; undecidedCount: number }>(
      tx,
      sql`SELECT count(*)::int AS "accountCount", count(*) FILTER (WHERE r.state = 'BALANCED')::int AS "balancedCount",
            (SELECT count(*)::int FROM reconciliation_breaks b WHERE b.tenant_id = ${tenantId}::uuid AND b.account_id = ANY(${ids}::uuid[])
              AND b.day = ${day}::date AND b.state IN ${undecided}) AS "undecidedCount"
          FROM reconciliations r WHERE r.tenant_id = ${tenantId}::uuid AND r.account_id = ANY(${ids}::uuid[]) AND r.day = ${day}::date`,
    );
    await logChange(tx, call, { tenantId, id: day, label: day, after: { ...result } });
    return { day, ...result };
  });
}

function notOver(): Refusal {
  return new Refusal({ zh: '当日未结束', en: 'The day is not over' });
}
