import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@xyxlx/database/client/client';
import { seedPolicies } from '@xyxlx/database/seed/policies';
import { seedSimulation } from '@xyxlx/database/seed/simulations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { ruleInvariants } from './invariants.ts';

let api: TestApi;
let owner: PrismaClient;
let admin: string;
let checker: string;

beforeAll(async () => {
  api = await startTestApi();
  owner = new PrismaClient({
    adapter: new PrismaPg({ connectionString: api.databaseUrl, options: '-c timezone=UTC' }),
  });
  await owner.$transaction((tx) => seedPolicies(tx, api.clock.now()));
  admin = await api.signIn('13800000001');
  checker = await api.signIn('13800000003');
});
afterAll(async () => {
  await owner.$disconnect();
  await api.close();
});

const result = async (path: string, input: object, token = admin) => {
  const { body } = await api.call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
};

async function policies() {
  const { list } = await result('rule/queryInstitution', { sort: { field: 'code', order: 'asc' } });
  return list as {
    id: string;
    code: string;
    name: string;
    state: string;
    versionNo: number;
    people: number;
  }[];
}

test('the seeded policies have their codes, states and versions, and people', async () => {
  const found = await policies();
  expect(found.map(({ code, name, state, versionNo }) => [code, name, state, versionNo])).toEqual([
    ['ZD00000001', '午餐', 'ENABLED', 2],
    ['ZD00000002', '加班餐', 'ENABLED', 1],
    ['ZD00000003', '差旅', 'ENABLED', 1],
    ['ZD00000004', '午间简餐', 'DRAFT', 1],
    ['ZD00000005', '周末团建', 'SUBMITTED', 1],
  ]);
  expect(Math.min(...found.map(({ people }) => people))).toBeGreaterThan(0);
  const { list: versions } = await result('rule/queryVersion', { id: found[0]?.id });
  expect(versions.map(({ state }: { state: string }) => state)).toEqual(['PUBLISHED', 'RETIRED']);
});

test('the draft is one that would never decide', async () => {
  const draft = (await policies()).find(({ state }) => state === 'DRAFT');
  const overlaps = await result('rule/explainOverlap', { id: draft?.id });
  expect(overlaps).toContainEqual(
    expect.objectContaining({ kind: 'SHADOWED', other: expect.objectContaining({ name: '午餐' }) }),
  );
});

test('a lunch of one whom they cover is split at 50 yuan, one of another merchant’s is nobody’s word', async () => {
  const { merchantId } = await owner.institutionScope.findFirstOrThrow();
  const { tenantId } = await owner.merchant.findFirstOrThrow({ where: { id: merchantId as string } });
  const rich = { state: 'ACTIVE' as const, limitAccount: { available: { gt: 10_000 } } };
  const lunch = { amount: 5_800, category: 'MEAL', at: '2026-11-20T04:10:00.000Z' };
  const covered = await owner.employee.findFirstOrThrow({
    where: { ...rich, merchantId: merchantId as string },
  });
  expect(await result('rule/tryPayment', { employeeId: covered.id, ...lunch })).toMatchObject({
    outcome: 'SPLIT',
    institution: { name: '午餐' },
    versionNo: 2,
    allowedAmount: 5_000,
  });
  const other = await owner.employee.findFirstOrThrow({
    where: { ...rich, tenantId, merchantId: { not: merchantId as string } },
  });
  expect(await result('rule/tryPayment', { employeeId: other.id, ...lunch })).toMatchObject({
    outcome: 'PASS',
    institution: null,
  });
});

test('the seeded simulation says what the simulator says of the same days', async () => {
  const seed = async () => {
    await owner.$transaction((tx) => seedSimulation(tx, api.clock.now()));
    return owner.ruleSimulation.findFirstOrThrow({ include: { rows: true } });
  };
  const first = await seed();
  await owner.ruleSimulation.deleteMany();
  // The small seed has few payments of those people in that week.
  await owner.$transaction([
    owner.$executeRaw`SELECT set_config('session_replication_role', 'replica', true)`,
    owner.$executeRaw`
      UPDATE consumption_records c SET category = CASE WHEN n % 4 = 0 THEN 'HOTEL' ELSE 'MEAL' END,
        paid_at = ${first.fromDay}::timestamptz + n % 7 * interval '1 day' + n * 53 % 890 * interval '1 minute' - interval '1 hour',
        state = CASE WHEN n % 6 = 0 THEN 'FAILED' ELSE state END, enterprise = CASE WHEN n % 5 = 0 THEN 25000 ELSE enterprise END,
        amount = CASE WHEN n % 5 = 0 THEN 25000 + personal ELSE amount END
      FROM (SELECT tenant_id, id, row_number() OVER (ORDER BY id) AS n FROM consumption_records
        WHERE merchant_id = ${first.merchantId}::uuid AND type = 'CONSUME') p WHERE p.tenant_id = c.tenant_id AND p.id = c.id`,
  ]);
  const seeded = await seed();
  const { versionId, fromDay, toDay, merchantId } = seeded;
  const days = { from: fromDay.toISOString().slice(0, 10), to: toDay.toISOString().slice(0, 10) };
  const { simulationId: id } = await result('rule/startSimulation', { versionId, merchantId, ...days });
  const simulated = await eventually(async () => {
    const found = await owner.ruleSimulation.findFirstOrThrow({ where: { id }, include: { rows: true } });
    expect(found.finishedAt).not.toBeNull();
    return found;
  });
  expect(seeded.outcome).toEqual(simulated.outcome);
  const ownOf = (rows: typeof seeded.rows) =>
    rows.toSorted((a, b) => a.seq - b.seq).map(({ simulationId: _, ...row }) => row);
  expect(seeded.rows.length).toBeGreaterThan(3);
  expect(ownOf(seeded.rows)).toEqual(ownOf(simulated.rows));
});

test('what waits is approved by the checker, and every invariant of rules holds before and after', async () => {
  const waiting = await owner.approval.findFirstOrThrow({
    where: { subjectType: 'institutionVersion', state: 'PENDING' },
  });
  const broken = async () => {
    const found = ruleInvariants.map(async ({ violations }) =>
      typeof violations === 'string'
        ? owner.$queryRawUnsafe<unknown[]>(violations, waiting.tenantId)
        : violations(api.deps),
    );
    return (await Promise.all(found)).flat();
  };
  expect(await broken()).toEqual([]);
  await result('approval/approve', { id: waiting.id }, checker);
  expect((await policies()).at(-1)).toMatchObject({ name: '周末团建', state: 'ENABLED' });
  expect(await broken()).toEqual([]);
});
