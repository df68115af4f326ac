import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Adds one record to its merchant's day, in the record's own transaction. */
export async function addToDay(
  tx: Transaction,
  {
    tenantId,
    merchantId,
    at,
    consume,
    refund,
  }: { tenantId: string; merchantId: string; at: Date; consume?: number; refund?: number },
): Promise<void> {
  await rowsOf(
    tx,
    sql`
    INSERT INTO consumption_days AS d (tenant_id, day, merchant_id, record_count, consume_count, consume_amount, refund_count, refund_amount)
    VALUES (${tenantId}::uuid, (${at}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, ${merchantId}::uuid, 1,
      ${consume === undefined ? 0 : 1}, ${consume ?? 0}::bigint, ${refund === undefined ? 0 : 1}, ${refund ?? 0}::bigint)
    ON CONFLICT (tenant_id, day, merchant_id) DO UPDATE SET record_count = d.record_count + 1,
      consume_count = d.consume_count + excluded.consume_count, consume_amount = d.consume_amount + excluded.consume_amount,
      refund_count = d.refund_count + excluded.refund_count, refund_amount = d.refund_amount + excluded.refund_amount`,
  );
}
