import { createHash } from 'node:crypto';
import { writeLots } from '../../apps/api/src/areas/limit/write-lots.ts';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../apps/api/src/platform/time/shanghai.ts';
import type { TestApi } from './test-api.ts';

/** A lot that a test issues, in fen. */
export interface GivenLot {
  amount: number;
  /** Its last day in Asia/Shanghai; left out: it never ends. */
  lastDay?: string;
  institutionId?: string;
}

/** A batch of one row, waiting to be issued; its id and number. */
async function waitingBatch(api: TestApi, employeeId: string, { amount, lastDay, institutionId }: GivenLot) {
  const { prisma } = api.deps.database;
  const { tenantId, merchantId, employee } = await prisma.limitAccount.findFirstOrThrow({
    where: { employeeId },
    include: { employee: true },
  });
  const today = shanghaiDay(api.clock.businessNow());
  // A lot that a test wants to be over was issued on its last day.
  const effectiveOn = lastDay && lastDay < today ? lastDay : today;
  const batchNo = `PL-${crypto.randomUUID().toUpperCase()}`;
  const { id: batchId } = await prisma.issueBatch.create({
    data: {
      ...{ tenantId, merchantId, batchNo, name: '福利', kind: 'MANUAL', state: 'DONE', reason: '福利' },
      ...{ effectiveOn: new Date(effectiveOn), total: 1, done: 1, amount, doneAmount: amount },
      ...{ institutionId: institutionId ?? null, lastDay: lastDay ? new Date(lastDay) : null },
      inputSha256: createHash('sha256').update(batchNo).digest('hex'),
    },
  });
  const { employeeNo, name: employeeName } = employee;
  await prisma.issueRow.create({
    data: { tenantId, batchId, rowNo: 1, employeeId, employeeNo, employeeName, amount },
  });
  return { tenantId, batchId, batchNo };
}

/** Issues lots to one employee as batches do, a batch each; their ids in the order given. */
export async function issueLots(
  api: TestApi,
  employeeId: string,
  given: readonly GivenLot[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const lot of given) {
    const batch = await waitingBatch(api, employeeId, lot);
    await inTransaction(api.deps.database, async (tx) => {
      const [account] = await tx.$queryRaw<[{ companyId: string }]>`
        SELECT company_id AS "companyId" FROM limit_accounts WHERE employee_id = ${employeeId}::uuid FOR UPDATE`;
      await writeLots(tx, {
        ...{ ...batch, ...account, which: sql`TRUE`, institutionId: lot.institutionId ?? null },
        ...{ source: 'BATCH', reason: '福利', by: { userId: null, userName: '财务经办' } },
        expiresAt: lot.lastDay ? startOfDay(dayBefore(lot.lastDay, -1)) : null,
        now: api.clock.businessNow(),
      });
    });
    const { lotId } = await api.deps.database.prisma.issueRow.findFirstOrThrow({
      where: { batchId: batch.batchId },
    });
    ids.push(lotId as string);
  }
  return ids;
}
