import type { StatementLine } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { joinByHash } from '../../platform/db/disable-nested-loops.ts';
import { raw, rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { breakStates } from './break-states.ts';
import {
  type AccountDay,
  compared,
  dayOf,
  differenceNow,
  payments,
  reference,
  signed,
  through,
  wanted,
} from './compare.sql.ts';

interface Run {
  tenantId: string;
  days: readonly AccountDay[];
  now: Date;
  by: string;
}

/** The states of breaks that wait, as the partial indexes have them. */
export const undecided = raw(`('OPEN', 'SUSPENDED', 'SUBMITTED')`);

/** So many lines came a moment ago, before their statistics: see `joinByHash`. */
const many = 500;

/**
 * Reconciles days of accounts, each again where it was done before: the figures of books and statement, and a break for each number of
 * which they say different things. What has come to the same since is matched; what somebody has decided stays. The caller has locked the
 * accounts.
 */
export async function reconcile(tx: Transaction, run: Run): Promise<void> {
  if (run.days.length === 0) return;
  if (await hasManyLines(tx, run)) await joinByHash(tx);
  await writeFigures(tx, run);
  const touched = await writeBreaks(tx, run);
  await settleStates(tx, run.tenantId, [...run.days, ...touched]);
}

async function hasManyLines(tx: Transaction, run: Run): Promise<boolean> {
  const { count } = await rowOf<{ count: number }>(
    tx,
    sql`WITH ${wanted(run)} SELECT count(*)::int AS count FROM (SELECT FROM wanted w JOIN statement_lines l
      ON l.tenant_id = ${run.tenantId}::uuid AND l.account_id = w.account_id AND l.at >= w.begins AND l.at < w.ends LIMIT ${many + 1}) AS first`,
  );
  return count > many;
}

/**
 * The books of an account at a bank begin with what its statement began with, and have what flows say went through it; those of one at
 * a channel go on from the day before, or begin with the statement.
 */
async function writeFigures(tx: Transaction, run: Run): Promise<void> {
  const { tenantId, now, by } = run;
  const ofAccount = sql`l.tenant_id = ${tenantId}::uuid AND l.account_id = w.account_id`;
  const flows = through(sql`${tenantId}::uuid`);
  await tx.$executeRaw`
    WITH ${wanted(run)}, ${payments(tenantId)},
    channel AS (
      SELECT account_id, day, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS went
      FROM payments GROUP BY 1, 2),
    figures AS (
      SELECT w.account_id, w.day, w.kind, coalesce(said.balance, first.balance, 0) AS statement, said_that_day.count,
        CASE w.kind WHEN 'BANK' THEN coalesce(first.balance, 0) + coalesce((SELECT sum(f.delta) FROM ${flows} WHERE f.platform_account_id = w.account_id
            AND f.created_at < w.begins), 0)
          ELSE coalesce((SELECT r.closing FROM reconciliations r WHERE r.tenant_id = ${tenantId}::uuid AND r.account_id = w.account_id
            AND r.day < w.day ORDER BY r.day DESC LIMIT 1), before.balance, first.balance, 0) END AS opening,
        coalesce(moved.came, 0) + coalesce(c.came, 0) AS came, coalesce(moved.went, 0) + coalesce(c.went, 0) AS went
      FROM wanted w
      LEFT JOIN channel c ON c.account_id = w.account_id AND c.day = w.day
      LEFT JOIN LATERAL (SELECT l.balance_after - ${signed} AS balance FROM statement_lines l WHERE ${ofAccount} ORDER BY l.at, l.id LIMIT 1) first ON TRUE
      LEFT JOIN LATERAL (SELECT l.balance_after AS balance FROM statement_lines l WHERE ${ofAccount} AND l.at < w.begins
        ORDER BY l.at DESC, l.id DESC LIMIT 1) before ON TRUE
      LEFT JOIN LATERAL (SELECT l.balance_after AS balance FROM statement_lines l WHERE ${ofAccount} AND l.at < w.ends
        ORDER BY l.at DESC, l.id DESC LIMIT 1) said ON TRUE
      CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM statement_lines l WHERE ${ofAccount} AND l.at >= w.begins AND l.at < w.ends) said_that_day
      CROSS JOIN LATERAL (SELECT sum(f.delta) FILTER (WHERE f.delta > 0) AS came, -sum(f.delta) FILTER (WHERE f.delta < 0) AS went
        FROM ${flows} WHERE f.platform_account_id = w.account_id AND f.created_at >= w.begins AND f.created_at < w.ends) moved)
    INSERT INTO reconciliations AS r (tenant_id, account_id, day, opening, came_in, went_out, closing, statement_balance, line_count, state,
      created_at, updated_at, updated_by)
    SELECT ${tenantId}::uuid, account_id, day, opening, came, went, opening + came - went, statement, count, 'BALANCED', ${now}::timestamptz,
      ${now}::timestamptz, ${by}
    FROM figures ORDER BY account_id, day
    ON CONFLICT (tenant_id, account_id, day) DO UPDATE SET opening = excluded.opening, came_in = excluded.came_in, went_out = excluded.went_out,
      closing = excluded.closing, statement_balance = excluded.statement_balance, line_count = excluded.line_count,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
}

/**
 * Looks for every number that a line, a flow or a payment of the days has on the other side, whatever day it has there; answers the days whose
 * breaks it wrote. What was matched by hand counts as explained.
 */
async function writeBreaks(tx: Transaction, run: Run): Promise<AccountDay[]> {
  const { tenantId, now, by } = run;
  return rowsOf<AccountDay>(
    tx,
    sql`
    WITH ${wanted(run)}, ${payments(tenantId)},
    numbers AS MATERIALIZED (
      SELECT account_id, kind, min(day) AS day, number FROM (
        SELECT w.account_id, w.kind, w.day, ${reference} AS number FROM wanted w JOIN statement_lines l
          ON l.tenant_id = ${tenantId}::uuid AND l.account_id = w.account_id AND l.at >= w.begins AND l.at < w.ends
        UNION ALL
        SELECT w.account_id, w.kind, w.day, f.external_no FROM wanted w JOIN ${through(sql`${tenantId}::uuid`)}
          ON f.platform_account_id = w.account_id AND f.created_at >= w.begins AND f.created_at < w.ends
        UNION ALL
        SELECT account_id, 'CHANNEL', day, payment_no FROM payments) given
      GROUP BY account_id, kind, number),
    ${compared(tenantId)},
    opened AS (
      INSERT INTO reconciliation_breaks AS b (tenant_id, account_id, day, reference, kind, line_id, flow_id, payment_id, difference, amount,
        created_at, updated_at, updated_by)
      SELECT ${tenantId}::uuid, account_id, day, number, coalesce(kind, CASE WHEN difference > 0 THEN 'LONG' ELSE 'SHORT' END), line_id, flow_id,
        payment_id, difference, abs(difference), ${now}::timestamptz, ${now}::timestamptz, ${by}
      FROM found WHERE difference <> 0 ORDER BY account_id, number
      ON CONFLICT (tenant_id, account_id, reference) WHERE state IN ${undecided} DO UPDATE SET kind = excluded.kind, line_id = excluded.line_id,
        flow_id = excluded.flow_id, payment_id = excluded.payment_id, difference = excluded.difference, amount = excluded.amount,
        version = b.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      WHERE b.state IN ('OPEN', 'SUSPENDED') AND b.difference <> excluded.difference
      RETURNING b.account_id, b.day),
    caught_up AS (
      UPDATE reconciliation_breaks b SET state = 'MATCHED', version = b.version + 1, updated_at = ${now}::timestamptz, updated_by = ${by}
      FROM found n WHERE n.difference = 0 AND b.tenant_id = ${tenantId}::uuid AND b.account_id = n.account_id AND b.reference = n.number
        AND b.state IN ('OPEN', 'SUSPENDED')
      RETURNING b.account_id, b.day),
    matched AS (
      UPDATE statement_lines l SET state = 'MATCHED', version = l.version + 1, updated_at = ${now}::timestamptz, updated_by = ${by}
      FROM found n WHERE n.difference = 0 AND l.tenant_id = ${tenantId}::uuid AND l.account_id = n.account_id AND ${reference} = n.number
        AND l.state = 'UNMATCHED')
    SELECT account_id AS "accountId", day::text AS day FROM opened UNION SELECT account_id, day::text FROM caught_up`,
  );
}

/**
 * Matches the break of a line that was credited, where books and statement say the same by that. One that somebody decides at this moment is
 * left to them and to the next reconciliation: they lock a break before its line.
 */
export async function matchCredited(
  tx: Transaction,
  by: Caller,
  { tenantId, id: lineId }: StatementLine,
): Promise<void> {
  const [key] = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT id FROM reconciliation_breaks WHERE tenant_id = ${tenantId}::uuid AND line_id = ${lineId}::uuid AND state IN ('OPEN', 'SUSPENDED')
        FOR UPDATE SKIP LOCKED`,
  );
  if (!key) return;
  const found = await tx.reconciliationBreak.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, ...key } },
  });
  if ((await differenceNow(tx, found)) !== 0) return;
  await writeState(tx, by, breakStates, 'catchUp', [found]);
  await settleStates(tx, tenantId, [dayOf(found)]);
}

/** 已平 while none of a day's breaks waits. */
export async function settleStates(
  tx: Transaction,
  tenantId: string,
  days: readonly AccountDay[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE reconciliations r SET state = s.state
    FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS g("accountId" uuid, day date)
    CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT FROM reconciliation_breaks b WHERE b.tenant_id = ${tenantId}::uuid
      AND b.account_id = g."accountId" AND b.day = g.day AND b.state IN ${undecided}) THEN 'BROKEN' ELSE 'BALANCED' END AS state) s
    WHERE r.tenant_id = ${tenantId}::uuid AND r.account_id = g."accountId" AND r.day = g.day AND r.state <> s.state`;
}

/** Locks accounts against statements that come in and others who reconcile, in one order. */
export async function lockPlatformAccounts(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRaw`SELECT FROM platform_accounts WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`;
}
