import { Refusal } from '../../core/errors.ts';
import { rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

interface OfMerchant {
  tenantId: string;
  merchantId: string;
}

/** Throws 406 while the limits of a merchant's employees are on their way to another company: what would be done rests on who pays. */
export async function refuseWhileMoving(
  tx: Transaction,
  { tenantId, merchantId }: OfMerchant,
): Promise<void> {
  if (await isRunning(tx, sql`v.tenant_id = ${tenantId}::uuid AND v.merchant_id = ${merchantId}::uuid`)) {
    throw stillMoving();
  }
}

/** Those of many merchants of a tenant's records whose limits are on their way, by tenant and merchant. */
export async function movingAmong(
  tx: Transaction,
  records: readonly OfMerchant[],
): Promise<{ refuse(record: OfMerchant): void }> {
  const given = JSON.stringify(records.map(({ tenantId, merchantId }) => ({ tenantId, merchantId })));
  const moving = await rowsOf<{ merchantId: string }>(
    tx,
    sql`SELECT DISTINCT v.merchant_id AS "merchantId" FROM jsonb_to_recordset(${given}::jsonb) AS g("tenantId" uuid, "merchantId" uuid)
        JOIN merchant_moves v ON v.tenant_id = g."tenantId" AND v.merchant_id = g."merchantId" AND v.finished_at IS NULL`,
  );
  const ids = new Set(moving.map(({ merchantId }) => merchantId));
  return {
    refuse: ({ merchantId }) => {
      if (ids.has(merchantId)) throw stillMoving();
    },
  };
}

/** Whether a limit is about to leave the company that it is of: a step of the move has not come to it. */
export async function isLeaving(
  tx: Transaction,
  { tenantId, merchantId, companyId }: OfMerchant & { companyId: string },
): Promise<boolean> {
  return isRunning(
    tx,
    sql`v.tenant_id = ${tenantId}::uuid AND v.merchant_id = ${merchantId}::uuid AND v.from_company_id = ${companyId}::uuid`,
  );
}

/**
 * Keeps a merchant where it is until the transaction ends: its move waits for whoever adds limits to it or carries a batch out, and they
 * for its move. Others may do so beside.
 */
export async function keepInPlace(tx: Transaction, { tenantId, merchantId }: OfMerchant): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM merchants WHERE tenant_id = ${tenantId}::uuid AND id = ${merchantId}::uuid FOR SHARE`;
}

async function isRunning(tx: Transaction, which: Sql): Promise<boolean> {
  const running = await rowsOf(
    tx,
    sql`SELECT FROM merchant_moves v WHERE ${which} AND v.finished_at IS NULL`,
  );
  return running.length > 0;
}

function stillMoving(): Refusal {
  return new Refusal({
    zh: '商户正在变更所属公司，员工额度迁移完成后再试',
    en: 'The merchant is moving to another company: try again when all limits have followed',
  });
}
