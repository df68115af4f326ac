import { type Queryable, raw, rowOf, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { shanghaiDay } from '../time/shanghai.ts';
import type { SubjectFacts, Threshold } from './subject.ts';

/** Whose day it is. */
interface Whose {
  tenantId: string;
  makerId: string;
  now: Date;
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
  { makerId, now }: Omit<Whose, 'tenantId'>,
  { amount, count }: { amount: Sql; count: Sql },
): Sql {
  const tenant = sql`${raw(alias)}.tenant_id`;
  return sql`EXISTS (SELECT FROM ${thresholdOf(subject, tenant)} t LEFT JOIN maker_days d ON d.tenant_id = ${tenant}
      AND d.kind = ${subject.type} AND d.maker_id = ${makerId}::uuid AND d.day = ${shanghaiDay(now)}::date
    WHERE ${amount} > t.amount OR coalesce(d.amount, 0) + ${amount} > t.day_amount
      OR ${count} > t.count OR coalesce(d.count, 0) + ${count} > t.day_count)`;
}

/** What somebody has moved today by acts of a kind, and the threshold that applies. */
export async function dayOf(
  client: Queryable,
  subject: SubjectFacts,
  { tenantId, makerId, now }: Whose,
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

/** One act. */
interface Moved {
  /** In fen. */
  amount: number;
  /** Records. */
  count: number;
  /** The record that it is about, where there is one. */
  subjectId?: string | undefined;
}

/** A maker's day of one kind of act, theirs alone until the transaction ends: no two acts at once slip under the threshold together. */
export interface OpenDay {
  /** Counts an act that nobody else looks at; returns the threshold of one act in fen, or null where a checker must look: then nothing is counted. */
  takeAlone(act: Moved): number | null;
  /** Counts an act that somebody else has approved. */
  takeApproved(act: Moved, approvalId: string): void;
  /** Writes what was counted. */
  close(): Promise<void>;
}

/** Locks a maker's day, waiting for a transaction that has it; `close` writes it. */
export async function openDay(
  tx: Transaction,
  subject: SubjectFacts,
  { tenantId, makerId, now }: Whose,
): Promise<OpenDay> {
  const { type } = subject;
  const today = shanghaiDay(now);
  // The first act of a day has no row that it could lock.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`maker-day/${tenantId}/${type}/${makerId}/${today}`}, 0))`;
  const { threshold, ...before } = await dayOf(tx, subject, { tenantId, makerId, now });
  let soFar: { amount: number; count: number } = before;
  const acts: (Moved & { approvalId: string | null; withinAmount: number | null })[] = [];
  return {
    takeAlone: (act) => {
      const all = sumOf([soFar, act]);
      const waits =
        act.amount > threshold.amount ||
        all.amount > threshold.dayAmount ||
        (threshold.count !== null && act.count > threshold.count) ||
        (threshold.dayCount !== null && all.count > threshold.dayCount);
      if (waits) return null;
      soFar = all;
      acts.push({ ...act, approvalId: null, withinAmount: threshold.amount });
      return threshold.amount;
    },
    takeApproved: (act, approvalId) => {
      soFar = sumOf([soFar, act]);
      acts.push({ ...act, approvalId, withinAmount: null });
    },
    close: async () => {
      if (acts.length === 0) return;
      const all = sumOf(acts);
      const alone = sumOf(acts.filter(({ approvalId }) => approvalId === null));
      const isAlone = alone.count > 0;
      await tx.$executeRaw`
        INSERT INTO money_acts (tenant_id, kind, maker_id, day, amount, count, subject_id, approval_id, within_amount)
        SELECT ${tenantId}::uuid, ${type}, ${makerId}::uuid, ${today}::date, g.amount, g.count, g."subjectId", g."approvalId", g."withinAmount"
        FROM jsonb_to_recordset(${JSON.stringify(acts)}::jsonb)
          AS g(amount bigint, count int, "subjectId" uuid, "approvalId" uuid, "withinAmount" bigint)`;
      await tx.$executeRaw`
        INSERT INTO maker_days AS d (tenant_id, kind, maker_id, day, amount, count, alone_amount, alone_count, allowed_amount, allowed_count)
        VALUES (${tenantId}::uuid, ${type}, ${makerId}::uuid, ${today}::date, ${all.amount}::bigint, ${all.count}::int,
          ${alone.amount}::bigint, ${alone.count}::int, ${isAlone ? threshold.dayAmount : 0}::bigint, ${isAlone ? threshold.dayCount : null}::int)
        ON CONFLICT (tenant_id, kind, maker_id, day) DO UPDATE SET amount = d.amount + excluded.amount, count = d.count + excluded.count,
          alone_amount = d.alone_amount + excluded.alone_amount, alone_count = d.alone_count + excluded.alone_count,
          allowed_amount = CASE WHEN ${isAlone} THEN excluded.allowed_amount ELSE d.allowed_amount END,
          allowed_count = CASE WHEN ${isAlone} THEN excluded.allowed_count ELSE d.allowed_count END`;
    },
  };
}

function sumOf(acts: readonly Pick<Moved, 'amount' | 'count'>[]): { amount: number; count: number } {
  let [amount, count] = [0, 0];
  for (const act of acts) {
    amount += act.amount;
    count += act.count;
  }
  return { amount, count };
}
