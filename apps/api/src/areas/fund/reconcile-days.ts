import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import type { AccountDay } from './compare.sql.ts';
import { lockPlatformAccounts, reconcile } from './reconcile.ts';

/** Two hours after a day's end what it came to is known on both sides. */
const afterMidnight = 2 * 3_600_000;

const reconciling = { module: 'fund', action: 'reconcileDays', target: 'reconciliation' };

/**
 * 对账 at 02:00: each account's days that are over and were not reconciled, up to yesterday; missed nights are made up for. Of two replicas
 * the second finds them done.
 */
export async function reconcileDays({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  const last = dayBefore(shanghaiDay(new Date(now.getTime() - afterMidnight)), 1);
  for (const tenantId of await activeTenantIds(database, now)) {
    if ((await dueDays(database.pool, tenantId, last)).length === 0) continue;
    await inTransaction(database, (tx) => reconcileTenant(tx, { tenantId, last, now }), {
      timeout: longestTransaction,
    });
  }
}

async function reconcileTenant(
  tx: Transaction,
  { tenantId, last, now }: { tenantId: string; last: string; now: Date },
): Promise<void> {
  const before = await dueDays(tx, tenantId, last);
  await lockPlatformAccounts(tx, tenantId, [...new Set(before.map(({ accountId }) => accountId))]);
  const days = await dueDays(tx, tenantId, last);
  if (days.length === 0) return;
  await reconcile(tx, { tenantId, days, now, by: systemActor.zh });
  const [{ balanced }] = await tx.$queryRaw<[{ balanced: number }]>`
    SELECT count(*)::int AS balanced FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS g("accountId" uuid, day date)
    JOIN reconciliations r ON r.tenant_id = ${tenantId}::uuid AND r.account_id = g."accountId" AND r.day = g.day WHERE r.state = 'BALANCED'`;
  await logChange(tx, theSystem(tenantId, `reconcileDays/${last}`, reconciling), {
    tenantId,
    id: last,
    label: last,
    after: { balanced, broken: days.length - balanced },
  });
}

/** The days up to `last` of accounts in use that come after what was reconciled last, from the first line or flow on. */
async function dueDays(
  client: Parameters<typeof rowsOf>[0],
  tenantId: string,
  last: string,
): Promise<AccountDay[]> {
  return rowsOf<AccountDay>(
    client,
    sql`
    SELECT a.id AS "accountId", d.day::date::text AS day
    FROM platform_accounts a
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT max(r.day) + 1 FROM reconciliations r WHERE r.tenant_id = ${tenantId}::uuid AND r.account_id = a.id),
      (least((SELECT min(l.at) FROM statement_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.account_id = a.id),
        (SELECT min(f.created_at) FROM fund_flows f WHERE f.tenant_id = ${tenantId}::uuid AND f.platform_account_id = a.id))
        AT TIME ZONE 'Asia/Shanghai')::date) AS day) first
    CROSS JOIN LATERAL generate_series(first.day, ${last}::date, interval '1 day') d(day)
    WHERE a.tenant_id = ${tenantId}::uuid AND a.state = 'ACTIVE' AND first.day <= ${last}::date
    ORDER BY 1, 2`,
  );
}
