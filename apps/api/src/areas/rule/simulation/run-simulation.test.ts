import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { payerOfPolicies, policyForm, publishPolicy } from '../../../../../../tests/support/policies.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Version } from '../judge/facts.ts';
import { readVersions } from '../read-versions.ts';
import { nextRecords, type PastLines, type PastRecord, recordsIn } from './records.sql.ts';
import { runSimulation } from './run-simulation.ts';

let api: TestApi;
let token: string;
let checker: string;
let employee: { employeeId: string; merchantId: string; tenantId: string };

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['rule.view', 'rule.edit', 'consumption.view', 'consumption.refund', 'limit.adjust'];
  token = (await operator(api, '规则经办', { permissions })).token;
  checker = await api.signIn('13800000003');
  employee = await payerOfPolicies(api);
});
afterAll(() => api.close());

/** Moves business time to a time in Asia/Shanghai of a day on which the seeds have no payment. */
function at(day: string, time: string): void {
  api.clock.setBusinessOffset(Date.parse(`${day}T${time}:00+08:00`) - api.clock.now().getTime());
}
const send = async (path: string, input: object) => (await api.call(path, input, token)).body;
const pay = async (amount: number) =>
  (await send('dev/pay', { employeeId: employee.employeeId, amount })).result;

async function simulate(
  day: string,
  enabled: Version[],
  withCandidate: Version[],
  signal = AbortSignal.timeout(60_000),
) {
  return runSimulation(
    {
      address: api.deps.database.addresses.service,
      statementTimeout: 8_000,
      pageSize: 100,
      span: { tenantId: employee.tenantId, from: day, to: day, merchantId: employee.merchantId },
      versions: { enabled, withCandidate, withoutRule: 'ALLOW' },
    },
    async () => undefined,
    signal,
  );
}

const published = (id: string) =>
  readVersions(
    api.deps.database.pool,
    employee.tenantId,
    sql`v.institution_id = ${id}::uuid AND v.state = 'PUBLISHED'`,
  );

test('payments of a day are judged again as they were when they were made, with what went back of them', async () => {
  const day = '2027-03-05';
  at(day, '09:00');
  const caps = [
    { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
    { factor: 'PER_DAY', operator: 'LE', value: 8_000 },
  ];
  const { id } = await publishPolicy(
    api,
    { maker: token, checker },
    policyForm(employee.employeeId, { rules: [{ conditions: caps }] }),
  );
  at(day, '11:30');
  const first = await pay(5_800);
  at(day, '12:00');
  await pay(4_000);
  at(day, '12:10');
  await send('consumption/refundConsumption', { id: first.id, amount: 2_000, reason: '退货' });
  at(day, '12:30');
  const third = await pay(2_500);
  at(day, '12:40');
  await send('consumption/revokeConsumption', { id: third.id, reason: '重复' });
  at(day, '13:00');
  await pay(1_000);
  at(day, '13:10');
  await pay(9_000);

  const happened = await api.deps.database.prisma.consumptionRecord.findMany({
    where: {
      employeeId: employee.employeeId,
      type: 'CONSUME',
      paidAt: { gte: new Date(`${day}T00:00:00+08:00`), lt: new Date(`${day}T24:00:00+08:00`) },
    },
    include: { decision: true },
    orderBy: { paidAt: 'asc' },
  });
  expect(happened.map(({ state, decision }) => [state, Number(decision?.allowed)])).toEqual([
    ['PARTLY_REFUNDED', 5_000],
    ['SUCCESS', 3_000],
    ['REVOKED', 2_000],
    ['SUCCESS', 1_000],
    ['SUCCESS', 1_000],
  ]);
  const versions = await published(id);
  // Beside a world without policies every payment that they cut is a row.
  const { rows, totals } = await simulate(day, [], versions);
  const cut = happened.filter(({ decision }) => decision?.allowed !== decision?.asked);
  expect(rows.map(({ consumptionId, after }) => [consumptionId, after.outcome, after.allowed])).toEqual(
    cut.map(({ id: one, decision }) => [one, decision?.outcome, Number(decision?.allowed)]),
  );
  expect(totals.SAME.count + rows.length).toBe(happened.length);
  // Beside themselves nothing changes.
  const same = await simulate(day, versions, versions);
  expect(same.rows).toEqual([]);
  expect(same.totals.SAME.count).toBe(happened.length);
});

test('what is simulated for all days of the seeds is read page after page, each record once', async () => {
  const { count, all: records } = await rowOf<{ count: number; all: number }>(
    api.deps.database.pool,
    sql`SELECT count(*) FILTER (WHERE type = 'CONSUME')::int AS count, count(*)::int AS all FROM consumption_records
        WHERE tenant_id = ${employee.tenantId}::uuid AND type IN ('CONSUME', 'REFUND') AND state <> 'PROCESSING'`,
  );
  const pages: number[] = [];
  const all = await runSimulation(
    {
      address: api.deps.database.addresses.service,
      statementTimeout: 8_000,
      pageSize: 100,
      span: { tenantId: employee.tenantId, from: '2026-01-01', to: '2099-12-31', merchantId: null },
      versions: { enabled: [], withCandidate: [], withoutRule: 'ALLOW' },
    },
    async (some) => {
      pages.push(some);
    },
    AbortSignal.timeout(60_000),
  );
  expect(pages.length).toBeGreaterThan(5);
  expect(count).toBeGreaterThan(500);
  expect(all.totals.SAME.count).toBe(count);
  expect(pages.reduce((sum, read) => sum + read)).toBe(records);
});

test('a record is read as it is kept, each employee’s from the first to the last', async () => {
  const { pool } = api.deps.database;
  const { tenantId } = employee;
  const span = { tenantId, from: '2026-01-01', to: '2099-12-31', merchantId: null };
  const read = (await rowsOf<PastLines>(pool, nextRecords(span, null, 100_000))).flatMap(recordsIn);
  const kept = await rowsOf<PastRecord>(
    pool,
    sql`SELECT c.id, c.employee_id AS "employeeId", c.related_id AS "relatedId", c.state = 'REVOKED' AS "isRevoked",
          (extract(epoch FROM c.paid_at) * 1000)::float8 AS "paidAt", c.amount::float8 AS amount,
          coalesce(d.asked, c.enterprise)::float8 AS asked, c.category, c.channel, c.payee_merchant_id AS "payeeMerchantId",
          c.brand_id AS "brandId", c.mcc, c.city, CASE WHEN c.state <> 'FAILED' THEN c.enterprise END::float8 AS paid
        FROM consumption_records c LEFT JOIN payment_decisions d ON d.tenant_id = c.tenant_id AND d.consumption_id = c.id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.type IN ('CONSUME', 'REFUND') AND c.state <> 'PROCESSING'
        ORDER BY c.employee_id DESC, c.paid_at, c.id`,
  );
  expect(read).toEqual(kept);
  const has = (holds: (record: PastRecord) => boolean) => kept.some(holds);
  expect([
    has(({ relatedId }) => relatedId !== null),
    has(({ isRevoked }) => isRevoked),
    has(({ asked, amount }) => asked < amount),
    has(({ paid, asked }) => paid !== null && paid < asked),
    has(({ paid }) => paid === null),
  ]).not.toContain(false);
  const [bare] = recordsIn({ employeeId: 'e', lines: 'p,FAILED,1,2,2,2,MEAL,ALIPAY,m,,,,' });
  expect(bare).toMatchObject({ paid: null, relatedId: null, brandId: null, mcc: null, city: null });
});

test('it ends between two pages when it is given up', async () => {
  await expect(simulate('2026-11-20', [], [], AbortSignal.abort(new Error('given up')))).rejects.toThrow(
    'given up',
  );
});
