import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { type Leg, lockAccounts, pairOfDay, writeFlows } from '../../platform/fund/fund.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { feePostings } from './postings.ts';
import { settleDays, type WaitingDay } from './settle-days.ts';

/** A day is closed half an hour after its end: what was under way at midnight is in. */
const afterMidnight = 30 * 60_000;

const closing = { module: 'fund', action: 'closeDays', target: 'fundDay' };

/** Days whose money has not moved, or whose fee nothing covered: as the partial index has it. */
const waiting = raw('(closed_at IS NULL OR fee > 0 AND fee_paid_at IS NULL)');

/** The tenant's day that is being closed, by the business clock. */
interface Closing {
  tenantId: string;
  day: string;
  now: Date;
}

/**
 * 消费日结: moves what companies' people paid on each day that is over out of 备付金 into 待结算, and takes the fees, once. A day that 待结算
 * does not cover and a fee that 企业资金 does not cover are tried again the next night. Missed nights are made up for.
 */
export async function closeDays({ database, clock }: Deps): Promise<void> {
  const now = clock.businessNow();
  const night = shanghaiDay(new Date(now.getTime() - afterMidnight));
  for (const tenantId of await activeTenantIds(database, now)) {
    for (const day of await dueDays(database.prisma, tenantId, night)) {
      await inTransaction(database, (tx) => closeDay(tx, { tenantId, day, now }), {
        timeout: longestTransaction,
      });
    }
  }
}

/** The days before `night` that no close has looked at yet; the last one too where something of earlier ones waits for this night. */
async function dueDays(client: Queryable, tenantId: string, night: string): Promise<string[]> {
  const last = dayBefore(night, 1);
  const begin = new Date(startOfDay(night).getTime() + afterMidnight);
  const days = await rowsOf<{ day: string }>(
    client,
    sql`
    SELECT DISTINCT day::text AS day FROM consumption_days
    WHERE tenant_id = ${tenantId}::uuid AND day <= ${last}::date AND day > coalesce(
      (SELECT max(day) FROM fund_day_closes WHERE tenant_id = ${tenantId}::uuid),
      (SELECT min(o.day) - 1 FROM ${openings(tenantId)} o), '-infinity')
    UNION
    SELECT ${last}::text WHERE EXISTS (
      SELECT FROM fund_day_closes WHERE tenant_id = ${tenantId}::uuid AND ${waiting} AND updated_at < ${begin}::timestamptz)
    ORDER BY 1`,
  );
  return days.map(({ day }) => day);
}

/** The first open day of the companies that paid before days were closed: what was paid earlier is settled. */
function openings(tenantId: string) {
  return sql`(
    SELECT f.company_id, (w.created_at AT TIME ZONE 'Asia/Shanghai')::date AS day
    FROM fund_accounts f JOIN fund_flows w ON w.tenant_id = f.tenant_id AND w.account_id = f.id AND w.seq = 1 AND w.kind = 'OPENING'
    WHERE f.tenant_id = ${tenantId}::uuid AND f.kind = 'RESERVE')`;
}

async function closeDay(tx: Transaction, { tenantId, day, now }: Closing): Promise<void> {
  await addUp(tx, { tenantId, day, now });
  const rows = await waitingDays(tx, tenantId);
  if (rows.length === 0) return;
  const accounts = await lockAccounts(
    tx,
    rows.flatMap(({ companyId, fee }) =>
      (['RESERVE', 'SETTLEMENT', ...(fee > 0 ? (['ENTERPRISE', 'FEE'] as const) : [])] as const).map(
        (kind) => ({
          tenantId,
          companyId,
          kind,
        }),
      ),
    ),
  );
  const settled = settleDays(rows, (companyId, kind) => accounts.get(`${companyId} ${kind}`)?.free ?? 0);
  await writeFlows(
    tx,
    settled.flatMap((one) => legsOf(tenantId, one)),
    { sourceType: 'dayClose', by: systemActor.zh, now },
  );
  const paid = settled
    .filter(({ isFeePaid }) => isFeePaid)
    .map(({ companyId, day }) => pairOfDay(companyId, day));
  if (paid.length > 0) await postWhere(tx, feePostings, tenantId, sql`r.source_id = ANY(${paid}::uuid[])`);
  await tx.$executeRaw`
    UPDATE fund_day_closes d SET updated_at = ${now}::timestamptz,
      closed_at = CASE WHEN s."isClosed" THEN coalesce(d.closed_at, ${now}::timestamptz) END,
      fee_paid_at = CASE WHEN s."isFeePaid" THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) AS s("companyId" uuid, day date, "isClosed" boolean, "isFeePaid" boolean)
    WHERE d.tenant_id = ${tenantId}::uuid AND d.company_id = s."companyId" AND d.day = s.day`;
  const closed = settled.filter(({ isClosed, wasClosed }) => isClosed && !wasClosed).length;
  const fees = settled.reduce((sum, { isFeePaid, fee }) => sum + (isFeePaid ? fee : 0), 0);
  const isWaiting = ({ isClosed, isFeePaid, fee }: (typeof settled)[number]) =>
    !isClosed || (fee > 0 && !isFeePaid);
  await logChange(tx, theSystem(tenantId, `closeDays/${day}`, closing), {
    tenantId,
    id: day,
    label: day,
    after: { closed, waiting: settled.filter(isWaiting).length, feeAmount: fees },
  });
}

/** Writes what each company's day came to, in fen; one that was written before stays. */
async function addUp(tx: Transaction, { tenantId, day, now }: Closing): Promise<void> {
  const from = startOfDay(day);
  const to = startOfDay(dayBefore(day, -1));
  await tx.$executeRaw`
    WITH paid AS (
      SELECT company_id, payee_merchant_id, coalesce(sum(enterprise) FILTER (WHERE type <> 'REFUND' AND funded_by = 'LIMIT'), 0) AS consumed,
        coalesce(sum(enterprise) FILTER (WHERE type = 'REFUND' AND funded_by = 'LIMIT'), 0) AS refunded,
        coalesce(sum(CASE type WHEN 'REFUND' THEN -enterprise ELSE enterprise END) FILTER (WHERE funded_by = 'CARD'), 0) AS cards,
        count(*) FILTER (WHERE enterprise > 0) AS records
      FROM consumption_records
      WHERE tenant_id = ${tenantId}::uuid AND paid_at >= ${from}::timestamptz AND paid_at < ${to}::timestamptz
        AND state NOT IN ('PROCESSING', 'FAILED')
      GROUP BY 1, 2),
    of_companies AS (
      SELECT p.company_id, sum(p.consumed)::bigint AS consumed, sum(p.refunded)::bigint AS refunded,
        sum(p.cards)::bigint AS cards, sum(p.records) AS records,
        sum(round(greatest(p.consumed - p.refunded, 0) * coalesce(t.fee_bps, 0) / 10000))::bigint AS fee
      FROM paid p
      JOIN merchants m ON m.tenant_id = ${tenantId}::uuid AND m.id = p.payee_merchant_id
      LEFT JOIN platforms t ON t.tenant_id = m.tenant_id AND t.id = m.platform_id
      GROUP BY 1),
    to_ended AS (
      SELECT f.company_id, sum(w.delta)::bigint AS refunded
      FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
      WHERE w.tenant_id = ${tenantId}::uuid AND w.created_at >= ${from}::timestamptz AND w.created_at < ${to}::timestamptz
        AND w.kind = 'REFUND'
      GROUP BY 1)
    INSERT INTO fund_day_closes (tenant_id, day, company_id, consumed, refunded_live, refunded_dead, cards, fee, created_at, updated_at)
    SELECT ${tenantId}::uuid, ${day}::date, c.company_id, c.consumed, c.refunded - coalesce(e.refunded, 0), coalesce(e.refunded, 0), c.cards, c.fee,
      ${now}::timestamptz, ${now}::timestamptz
    FROM of_companies c LEFT JOIN to_ended e ON e.company_id = c.company_id
    LEFT JOIN ${openings(tenantId)} o ON o.company_id = c.company_id
    WHERE c.records > 0 AND (o.day IS NULL OR o.day <= ${day}::date)
    ORDER BY c.company_id
    ON CONFLICT (tenant_id, day, company_id) DO NOTHING`;
}

/** Locks the days that wait, in one order: of two replicas one comes second, and finds none. */
async function waitingDays(tx: Transaction, tenantId: string): Promise<WaitingDay[]> {
  return rowsOf<WaitingDay>(
    tx,
    sql`
    SELECT company_id AS "companyId", day::text AS day, (consumed - refunded_live)::float8 AS reserved,
      (consumed - refunded_live - refunded_dead + cards)::float8 AS owed, fee::float8 AS fee, closed_at IS NOT NULL AS "wasClosed"
    FROM fund_day_closes WHERE tenant_id = ${tenantId}::uuid AND ${waiting}
    ORDER BY company_id, day FOR UPDATE`,
  );
}

function legsOf(
  tenantId: string,
  {
    companyId,
    day,
    reserved,
    owed,
    fee,
    wasClosed,
    isClosed,
    isFeePaid,
  }: ReturnType<typeof settleDays>[number],
): Leg[] {
  const pairId = pairOfDay(companyId, day);
  const own = { tenantId, companyId, sourceId: pairId, remark: day };
  const feePair = crypto.randomUUID();
  const legs: Leg[] = [
    ...(isClosed && !wasClosed
      ? ([
          { ...own, account: 'RESERVE', flow: 'CONSUME_CLOSE', delta: -reserved, pairId },
          { ...own, account: 'SETTLEMENT', flow: 'CONSUME_CLOSE', delta: owed, pairId },
        ] as const)
      : []),
    ...(isFeePaid
      ? ([
          { ...own, account: 'ENTERPRISE', flow: 'FEE', delta: -fee, pairId: feePair },
          { ...own, account: 'FEE', flow: 'FEE', delta: fee, pairId: feePair },
        ] as const)
      : []),
  ];
  return legs.filter(({ delta }) => delta !== 0);
}
