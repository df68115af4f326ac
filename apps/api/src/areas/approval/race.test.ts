import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../../../../tests/support/caller.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { merchantForm } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { submitEach } from '../../platform/approval/submit.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { limitBatchApproval } from '../bill-change/batch-approval.ts';
import { merchantRegistration } from '../merchant/registration.ts';

type Person = Awaited<ReturnType<typeof operator>>;

/** 120 together; a batch costs a job as well. */
const merchantCount = 90;
const batchCount = 30;

let api: TestApi;
let maker: Person;
let operators: Person[];
beforeAll(async () => {
  api = await startTestApi();
  maker = await operator(api, '经办', { permissions: ['merchant.edit', 'limit.upload'] });
  operators = [];
  for (const n of [1, 2, 3, 4, 5]) {
    operators.push(await operator(api, `复核${n}`, { permissions: ['merchant.approve', 'limit.approve'] }));
  }
});
afterAll(() => api.close());

/** Merchants that wait, as many as wanted; their ids. */
async function waitingMerchants(): Promise<string[]> {
  const { tenantId } = maker.session;
  return inTransaction(api.deps.database, async (tx) => {
    const rows = await tx.merchant.createManyAndReturn({
      data: Array.from({ length: merchantCount }, (_, n) => ({
        ...merchantForm(),
        tenantId,
        merchantNo: `R${n}`,
      })),
    });
    const things = rows.map(({ id, name }) => ({ subjectId: id, subjectLabel: name, merchantId: id }));
    await submitEach(tx, callerOf(api, maker.session), merchantRegistration, tenantId, things);
    return rows.map(({ id }) => id);
  });
}

/** Batches that wait, each one yuan for an employee of its own whom nobody else pays; their ids. */
async function waitingBatches(): Promise<string[]> {
  const { pool } = api.deps.database;
  const { tenantId } = maker.session;
  const { rows } = await pool.query<{ merchant: string; batch: string }>(
    `WITH merchant AS (SELECT id FROM merchants WHERE tenant_id = $1 AND state = 'ACTIVE' ORDER BY merchant_no LIMIT 1),
     people AS (INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on)
       SELECT $1, m.id, 'R' || i, '员工' || i, (15000000000 + i)::text, 'ACTIVE', '2026-01-01' FROM merchant m, generate_series(1, $2::int) i
       RETURNING id, merchant_id, employee_no, name),
     accounts AS (INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id)
       SELECT $1, p.merchant_id, p.id, m.company_id FROM people p JOIN merchants m ON m.id = p.merchant_id),
     batches AS (INSERT INTO limit_batches (tenant_id, merchant_id, batch_no, file_name, sha256, state, reason, total, changed, increase_amount)
       SELECT $1, merchant_id, employee_no, 'x', 'x', 'SUBMITTED', '竞态', 1, 1, 100 FROM people RETURNING id, merchant_id, batch_no),
     lines AS (INSERT INTO limit_batch_rows (tenant_id, batch_id, row_no, employee_id, employee_no, employee_name, new_limit_text, present_limit, new_limit)
       SELECT $1, b.id, 2, p.id, p.employee_no, p.name, '1', 0, 100 FROM batches b JOIN people p ON p.employee_no = b.batch_no)
     SELECT merchant_id AS merchant, id AS batch FROM batches`,
    [tenantId, batchCount],
  );
  await inTransaction(api.deps.database, async (tx) => {
    const things = rows.map(({ batch, merchant }) => ({
      subjectId: batch,
      subjectLabel: batch,
      merchantId: merchant,
      amount: 100,
    }));
    await submitEach(tx, callerOf(api, maker.session), limitBatchApproval, tenantId, things);
  });
  return rows.map(({ batch }) => batch);
}

async function approve(id: string, person: Person): Promise<number> {
  const answer = await fetch(`${api.url}/xyxlx/approval/approve`, {
    method: 'POST',
    headers: { Authorization: person.token, Resourcestype: 'PC', 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  const { code } = (await answer.json()) as { code: number };
  // A machine too busy to give a lock or a connection in time answers 503; the client tries again.
  return code === 503 ? approve(id, person) : code;
}

test('120 approvals, each asked for by 5 operators at once, of merchants and of batches that move money, give 120 effects', {
  timeout: 120_000,
}, async () => {
  const { prisma, pool } = api.deps.database;
  const [merchants, batches] = [await waitingMerchants(), await waitingBatches()];
  const waiting = await prisma.approval.findMany({
    where: { subjectId: { in: [...merchants, ...batches] } },
    orderBy: { subjectId: 'asc' },
  });
  expect(waiting).toHaveLength(merchantCount + batchCount);
  for (const { id } of waiting) {
    // All at once: one that came later would be refused without any race.
    const codes = await Promise.all(operators.map((person) => approve(id, person)));
    expect(codes.sort()).toEqual([200, 406, 406, 406, 406]);
  }
  expect(await prisma.merchant.count({ where: { id: { in: merchants }, state: 'ACTIVE', version: 2 } })).toBe(
    merchantCount,
  );
  await eventually(
    async () =>
      expect(await prisma.limitBatch.count({ where: { id: { in: batches }, state: 'DONE' } })).toBe(
        batchCount,
      ),
    { timeout: 60_000 },
  );
  const { rows } = await pool.query(
    `SELECT count(*)::int AS adjustments, count(DISTINCT employee_id)::int AS employees, sum(delta)::int AS total
     FROM limit_adjustments WHERE batch_id = ANY ($1::uuid[])`,
    [batches],
  );
  expect(rows).toEqual([{ adjustments: batchCount, employees: batchCount, total: batchCount * 100 }]);
  expect(await prisma.job.count({ where: { kind: 'limitBatchRun' } })).toBe(batchCount);
  await expectInvariants(api);
});
