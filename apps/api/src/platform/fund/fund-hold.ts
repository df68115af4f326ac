import { rowOf, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { fellBelow, tellFallen } from './fund-alert.ts';

/** What something that waits is promised of an account. */
export interface Held {
  tenantId: string;
  /** The table's word and the row's id of what waits. */
  source: { type: string; id: string };
  now: Date;
}

/** Promises a part of a locked account that has it free, in fen; a source holds once at a time. */
export async function holdFund(
  tx: Transaction,
  { tenantId, source, now }: Held,
  { accountId, amount, sourceNo, by }: { accountId: string; amount: number; sourceNo: string; by: string },
): Promise<void> {
  const { fell } = await rowOf<{ fell: boolean }>(
    tx,
    sql`
    WITH held AS (
      INSERT INTO fund_holds (tenant_id, account_id, amount, source_type, source_id, source_no, created_at, created_by, updated_at)
      VALUES (${tenantId}::uuid, ${accountId}::uuid, ${amount}::bigint, ${source.type}, ${source.id}::uuid, ${sourceNo},
        ${now}::timestamptz, ${by}, ${now}::timestamptz))
    UPDATE fund_accounts SET frozen = frozen + ${amount}::bigint, updated_at = ${now}::timestamptz, updated_by = ${by}
    WHERE tenant_id = ${tenantId}::uuid AND id = ${accountId}::uuid
    RETURNING ${fellBelow} AS fell`,
  );
  if (fell) await tellFallen(tx, [{ tenantId, id: accountId }]);
}

/** Marks what a source holds as spent; the flow that spends it takes it out of what is frozen. */
export async function useHold(tx: Transaction, { tenantId, source, now }: Held): Promise<void> {
  await rowOf(
    tx,
    sql`UPDATE fund_holds SET state = 'USED', used = amount, updated_at = ${now}::timestamptz
        WHERE tenant_id = ${tenantId}::uuid AND source_type = ${source.type} AND source_id = ${source.id}::uuid AND state = 'HELD'
        RETURNING id`,
  );
}

/** Spends of what a source holds as much as there is, up to so much, in fen; says how much it was. The flow takes it out of what is frozen. */
export async function spendHold(
  tx: Transaction,
  { tenantId, source, now }: Held,
  most: number,
): Promise<number> {
  const [held] = await rowsOf<{ spent: number }>(
    tx,
    sql`UPDATE fund_holds SET used = least(used + ${most}::bigint, amount), updated_at = ${now}::timestamptz,
          state = CASE WHEN used + ${most}::bigint >= amount THEN 'USED' ELSE 'HELD' END
        WHERE tenant_id = ${tenantId}::uuid AND source_type = ${source.type} AND source_id = ${source.id}::uuid AND state = 'HELD'
        RETURNING (new.used - old.used)::float8 AS spent`,
  );
  return held?.spent ?? 0;
}

/** Gives back what a source holds and has not spent. */
export async function releaseHold(tx: Transaction, { tenantId, source, now }: Held): Promise<void> {
  await rowsOf(
    tx,
    sql`
    WITH released AS (
      UPDATE fund_holds SET state = 'RELEASED', updated_at = ${now}::timestamptz
      WHERE tenant_id = ${tenantId}::uuid AND source_type = ${source.type} AND source_id = ${source.id}::uuid AND state = 'HELD'
      RETURNING account_id, amount - used AS rest)
    UPDATE fund_accounts f SET frozen = f.frozen - r.rest, updated_at = ${now}::timestamptz
    FROM released r WHERE f.tenant_id = ${tenantId}::uuid AND f.id = r.account_id`,
  );
}
