import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { disableNestedLoops } from '../../platform/db/disable-nested-loops.ts';
import { rowOf, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { limitPostings } from './postings.ts';
import { lotEndReason } from './recovered-lot.ts';

/** So many lots commit together, as in a batch: few enough that nobody who pays meanwhile waits long. */
const atOnce = 20_000;

const expiring = { module: 'limit', action: 'expireLots', target: 'limitAdjustment' };

/**
 * 额度到期: what is left in lots whose last day is over goes back to their companies' funds; what is locked of them stays so. Nothing of
 * them could be spent from midnight on, so that it does not matter when this runs.
 */
export async function expireLots({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    let expired: number;
    do {
      expired = await inTransaction(database, (tx) => expireSome(tx, tenantId, now), {
        timeout: longestTransaction,
      });
    } while (expired === atOnce);
  }
}

/** What one company's lots gave back, in fen. */
interface Back {
  companyId: string;
  amount: number;
  links: string[];
}

/** Lots that end together: how many, the last of them, and between which accounts theirs are. */
interface Due {
  lots: number;
  /** Its end and its id; null where no lot is due. */
  upto: [string, string] | null;
  first: string | null;
  final: string | null;
}

/** SQL for lots `o` that end at a moment, as their index has them. */
function isDue(tenantId: string, now: Date): Sql {
  return sql`o.tenant_id = ${tenantId}::uuid AND o.ended_at IS NULL AND o.expires_at IS NOT NULL AND o.expires_at <= ${now}::timestamptz`;
}

async function expireSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  // Locked in the one order in which accounts are; read again afterwards: another replica may have come first.
  const { lots, upto, first, final } = await rowOf<Due>(
    tx,
    sql`
    WITH due AS MATERIALIZED (
      SELECT o.id, o.account_id, o.expires_at FROM limit_lots o WHERE ${isDue(tenantId, now)} ORDER BY o.expires_at, o.id LIMIT ${atOnce}),
    accounts AS MATERIALIZED (SELECT min(account_id::text)::uuid AS first, max(account_id::text)::uuid AS final FROM due),
    locked AS (
      SELECT count(*) FROM (SELECT a.id FROM limit_accounts a WHERE a.tenant_id = ${tenantId}::uuid
        AND a.id BETWEEN (SELECT first FROM accounts) AND (SELECT final FROM accounts) AND a.id IN (SELECT account_id FROM due)
        ORDER BY a.id FOR UPDATE) one)
    SELECT (SELECT count(*)::int FROM due) AS lots, accounts.first, accounts.final,
      (SELECT jsonb_build_array(expires_at, id) FROM due ORDER BY expires_at DESC, id DESC LIMIT 1) AS upto
    FROM accounts, locked`,
  );
  if (!upto) return 0;
  const [lastEnd, lastLot] = upto;
  await disableNestedLoops(tx);
  const backs = await rowsOf<Back>(
    tx,
    sql`
    WITH ended AS (
      UPDATE limit_lots o SET available = 0, recovered = o.recovered + o.available, ended_at = ${now}::timestamptz, end_reason = 'EXPIRED'
      WHERE ${isDue(tenantId, now)} AND (o.expires_at, o.id) <= (${lastEnd}::timestamptz, ${lastLot}::uuid)
        AND o.account_id BETWEEN ${first}::uuid AND ${final}::uuid
      RETURNING new.id, new.account_id, old.available AS amount),
    left_over AS (
      SELECT id, account_id, amount, row_number() OVER in_turn AS place, sum(amount) OVER in_turn AS upto
      FROM ended WHERE amount > 0 WINDOW in_turn AS (PARTITION BY account_id ORDER BY id)),
    sums AS (SELECT account_id, count(*)::int AS links, sum(amount)::bigint AS amount FROM left_over GROUP BY 1),
    moved AS (
      UPDATE limit_accounts a SET available = a.available - s.amount, recovered = a.recovered + s.amount,
        lot_available = a.lot_available - s.amount, adjust_seq = a.adjust_seq + s.links, updated_at = ${now}::timestamptz
      FROM sums s WHERE a.tenant_id = ${tenantId}::uuid AND a.id = s.account_id AND a.id BETWEEN ${first}::uuid AND ${final}::uuid
      RETURNING new.id, new.merchant_id, new.employee_id, new.company_id, old.adjust_seq AS seq, old.available + old.used AS before),
    written AS (
      INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after,
        reason, lot_id, created_at, created_by)
      SELECT ${tenantId}::uuid, m.merchant_id, m.employee_id, m.id, m.company_id, m.seq + l.place, 'RECOVER', 'SYSTEM',
        m.before - l.upto + l.amount, -l.amount, m.before - l.upto, ${lotEndReason}, l.id, ${now}::timestamptz, ${systemActor.zh}
      FROM left_over l JOIN moved m ON m.id = l.account_id RETURNING id, company_id, delta)
    SELECT company_id AS "companyId", (-sum(delta))::float8 AS amount, array_agg(id) AS links FROM written GROUP BY 1 ORDER BY 1`,
  );
  const day = shanghaiDay(now);
  const remark = `${lotEndReason} ${dayBefore(day, 1)}`;
  await moveFunds(
    tx,
    backs.map(({ companyId, amount, links: [sourceId = companyId] }) => ({
      ...{ tenantId, companyId, kind: 'LIMIT_RECOVER' as const },
      ...{ delta: amount, sourceId, remark },
    })),
    { sourceType: 'limitAdjustment', by: systemActor.zh, now },
  );
  const links = backs.flatMap((back) => back.links);
  await post(
    tx,
    limitPostings,
    links.map((id) => ({ tenantId, id })),
  );
  if (links.length > 0) {
    await logChange(tx, theSystem(tenantId, `expireLots/${day}`, expiring), {
      tenantId,
      id: links[0] as string,
      label: remark,
      after: { lots: links.length, amount: backs.reduce((sum, { amount }) => sum + amount, 0) },
    });
  }
  return lots;
}
