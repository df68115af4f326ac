import { type Queryable, raw, rowOf, rowsOf, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { shanghaiDay } from '../time/shanghai.ts';
import type { SubjectFacts, Threshold } from './subject.ts';

/** What somebody moves, and by which kind of act. */
interface Moved {
  tenantId: string;
  makerId: string;
  now: Date;
  /** In fen. */
  amount: number;
  /** Records. */
  count: number;
}

/** SQL for the threshold of a tenant, with the columns of `Threshold`: its own, or the kind's. */
function thresholdOf({ type, threshold }: SubjectFacts, tenantId: Sql): Sql {
  if (!threshold) throw new Error(`Everything of the kind ${type} waits.`);
  const { amount, dayAmount, count, dayCount } = threshold satisfies Threshold;
  return sql`(SELECT coalesce(t.amount, ${amount}::bigint) AS amount, coalesce(t.day_amount, ${dayAmount}::bigint) AS day_amount,
      coalesce(t.count, ${count}::int) AS count, coalesce(t.day_count, ${dayCount}::int) AS day_count
    FROM (VALUES (1)) one LEFT JOIN approval_thresholds t ON t.tenant_id = ${tenantId} AND t.subject_type = ${type})`;
}

/**
 * SQL for whether so much money (in fen) and so many records of the tenant in `alias` would wait for a checker, were somebody to
 * move it today on top of what they have moved.
 */
export function wouldWait(
  subject: SubjectFacts,
  alias: string,
  { makerId, now }: Pick<Moved, 'makerId' | 'now'>,
  { amount, count }: { amount: Sql; count: Sql },
): Sql {
  const tenant = sql`${raw(alias)}.tenant_id`;
  return sql`EXISTS (SELECT FROM ${thresholdOf(subject, tenant)} t LEFT JOIN maker_days d ON d.tenant_id = ${tenant}
      AND d.kind = ${subject.type} AND d.maker_id = ${makerId}::uuid AND d.day = ${shanghaiDay(now)}::date
    WHERE ${amount} > t.amount OR coalesce(d.amount, 0) + ${amount} > t.day_amount
      OR ${count} > t.count OR coalesce(d.count, 0) + ${count} > t.day_count)`;
}

/** What somebody has moved today by acts of a kind, and the threshold that holds for it. */
export async function dayOf(
  client: Queryable,
  subject: SubjectFacts,
  { tenantId, makerId, now }: Pick<Moved, 'tenantId' | 'makerId' | 'now'>,
): Promise<{ amount: number; count: number; threshold: Threshold }> {
  return rowOf(
    client,
    sql`
    SELECT coalesce(d.amount, 0)::float8 AS amount, coalesce(d.count, 0) AS count, json_build_object('amount', t.amount,
      'dayAmount', t.day_amount, 'count', t.count, 'dayCount', t.day_count) AS threshold
    FROM ${thresholdOf(subject, sql`${tenantId}::uuid`)} t LEFT JOIN maker_days d ON d.tenant_id = ${tenantId}::uuid AND d.kind = ${subject.type}
      AND d.maker_id = ${makerId}::uuid AND d.day = ${shanghaiDay(now)}::date`,
  );
}

/**
 * Adds to what its maker has moved today, in one guarded statement that locks the day until the transaction ends, so that no two
 * acts at once slip under the threshold together. Returns the threshold of one act in fen, or null where a checker must look.
 */
export async function countAlone(
  tx: Transaction,
  subject: SubjectFacts,
  { tenantId, makerId, now, amount, count }: Moved,
): Promise<number | null> {
  const [within] = await rowsOf<{ amount: number }>(
    tx,
    sql`
    WITH threshold AS MATERIALIZED ${thresholdOf(subject, sql`${tenantId}::uuid`)}
    INSERT INTO maker_days AS d (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount, allowed_count)
    SELECT ${tenantId}::uuid, ${subject.type}, ${makerId}::uuid, ${shanghaiDay(now)}::date, ${amount}::bigint, ${count}::int,
      ${amount}::bigint, ${count}::int, t.day_amount, t.day_count
    FROM threshold t
    WHERE ${amount}::bigint <= t.amount AND ${count}::int <= coalesce(t.count, ${count}::int)
    ON CONFLICT (tenant_id, kind, maker_id, day) DO UPDATE SET amount = d.amount + excluded.amount, count = d.count + excluded.count,
      alone_amount = d.alone_amount + excluded.amount, alone_count = d.alone_count + excluded.count,
      allowed_amount = excluded.allowed_amount, allowed_count = excluded.allowed_count
    WHERE d.amount + excluded.amount <= excluded.allowed_amount
      AND (excluded.allowed_count IS NULL OR d.count + excluded.count <= excluded.allowed_count)
    RETURNING (SELECT t.amount::float8 FROM threshold t) AS amount`,
  );
  return within?.amount ?? null;
}

/** Adds what somebody else has approved: it counts in its maker's day as well. */
export async function countApproved(
  tx: Transaction,
  { type }: SubjectFacts,
  { tenantId, makerId, now, amount, count }: Moved,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO maker_days AS d (tenant_id, kind, maker_id, day, amount, count)
    VALUES (${tenantId}::uuid, ${type}, ${makerId}::uuid, ${shanghaiDay(now)}::date, ${amount}::bigint, ${count}::int)
    ON CONFLICT (tenant_id, kind, maker_id, day) DO UPDATE SET amount = d.amount + excluded.amount, count = d.count + excluded.count`;
}
