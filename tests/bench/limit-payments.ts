import { consumptionPostings } from '../../apps/api/src/areas/consumption/postings.ts';
import type { Database } from '../../apps/api/src/platform/db/database.ts';
import { rowOf, sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { post } from '../../apps/api/src/platform/ledger/post.ts';

export interface Payer {
  tenantId: string;
  employeeId: string;
}

/** A payment's own statements, by one payer after the other, with its postings or without; nobody waits for their own limit. */
export function paying(database: Database, payers: readonly Payer[]): (isPosted: boolean) => Promise<void> {
  let turn = 0;
  return (isPosted) =>
    inTransaction(database, async (tx) => {
      turn += 1;
      const { tenantId, employeeId } = payers[turn % payers.length] as Payer;
      const { id: accountId, ...owner } = await rowOf<{ id: string; merchantId: string; companyId: string }>(
        tx,
        sql`SELECT id, merchant_id AS "merchantId", company_id AS "companyId" FROM limit_accounts
            WHERE tenant_id = ${tenantId}::uuid AND employee_id = ${employeeId}::uuid FOR UPDATE`,
      );
      const now = new Date();
      await tx.limitAccount.update({
        where: { tenantId_id: { tenantId, id: accountId } },
        data: { available: { decrement: 100 }, used: { increment: 100 }, updatedAt: now },
      });
      const { id } = await tx.consumptionRecord.create({
        data: {
          ...{ tenantId, ...owner, employeeId, payeeMerchantId: owner.merchantId },
          ...{
            paymentNo: `LEDGER${crypto.randomUUID()}`,
            type: 'CONSUME',
            state: 'SUCCESS',
            channel: 'ALIPAY',
          },
          ...{ category: 'MEAL', amount: 100, enterprise: 100, personal: 0, paidAt: now },
        },
      });
      if (isPosted) await post(tx, consumptionPostings, [{ tenantId, id }]);
    });
}

/** Pays on so many lanes until `work` is through; the time in ms within which 19 of 20 payments that ended meanwhile were made. */
export async function p95While(
  lanes: number,
  pay: () => Promise<void>,
  work: () => Promise<unknown>,
): Promise<number> {
  const took: number[] = [];
  let isOver = false;
  const paid = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!isOver) {
        const started = performance.now();
        await pay();
        took.push(performance.now() - started);
      }
    }),
  );
  try {
    await work();
  } finally {
    isOver = true;
    await paid;
  }
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.95)] as number;
}
