import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;
let adminB: string;
const tenantId = tenantIdOf('A');
let merchantIds: string[];

beforeAll(async () => {
  api = await startTestApi();
  api.deps.database.pool.on('acquire', (client) => {
    if (!queries.has(client)) queries.set(client, vi.spyOn(client, 'query'));
  });
  admin = await api.signIn('13800000001');
  adminB = await api.signIn('13800000004');
  const merchants = await api.deps.database.prisma.merchant.findMany({
    where: { state: 'ACTIVE', tenantId },
    distinct: ['companyId'],
    orderBy: { id: 'asc' },
    take: 2,
  });
  merchantIds = merchants.map(({ id }) => id);
});
afterAll(() => api.close());

/** What each connection of the service was asked. */
const queries = new Map<pg.PoolClient, { mock: { calls: unknown[][] } }>();

/** How many statements the service has sent. */
function statements(): number {
  return [...queries.values()].reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

const reason = '批量办理的测试';
let made = 0;

async function stores(count: number): Promise<string[]> {
  const rows = await api.deps.database.prisma.store.createManyAndReturn({
    data: Array.from({ length: count }, () => {
      made += 1;
      const given = { name: `门店${made}`, region: '上海市', address: '一号' };
      return { tenantId, merchantId: merchantIds[0] as string, storeNo: `SBULK${made}`, ...given };
    }),
  });
  return rows.map(({ id }) => id);
}

/** Activated, with so much to spend and so much frozen, in fen. */
async function employees(
  count: number,
  { available = 0, locked = 0, merchant = 0, state = 'ACTIVE' as 'ACTIVE' | 'PENDING' } = {},
): Promise<string[]> {
  const merchantId = merchantIds[merchant] as string;
  const rows = await api.deps.database.prisma.employee.createManyAndReturn({
    data: Array.from({ length: count }, () => {
      made += 1;
      const mobile = `139${String(made).padStart(8, '0')}`;
      const given = { name: `员工${made}`, mobile, hiredOn: new Date('2026-01-01'), state };
      return { tenantId, merchantId, employeeNo: `EBULK${made}`, ...given };
    }),
  });
  const total = available + locked;
  await api.deps.database.prisma.limitAccount.createMany({
    data: rows.map(({ id }) => ({ tenantId, merchantId, employeeId: id, total, available, locked })),
  });
  return rows.map(({ id }) => id);
}

async function draws(count: number): Promise<string[]> {
  const { prisma } = api.deps.database;
  const activity = await prisma.lotteryActivity.findFirstOrThrow({ where: { tenantId } });
  const [employeeId] = (await employees(1)) as [string];
  const rows = await prisma.lotteryRecord.createManyAndReturn({
    data: Array.from({ length: count }, () => {
      made += 1;
      const prize = { prizeType: 'GOODS', prizeName: '保温杯', value: 100 } as const;
      const of = { tenantId, merchantId: merchantIds[0] as string, employeeId, activityId: activity.id };
      return { ...of, ...prize, lotteryNo: `LBULK${made}`, state: 'AWARDING' as const, drawnAt: new Date() };
    }),
  });
  return rows.map(({ id }) => id);
}

async function roles(count: number): Promise<string[]> {
  const rows = await api.deps.database.prisma.role.createManyAndReturn({
    data: Array.from({ length: count }, () => {
      made += 1;
      return { tenantId, code: `bulk-${made}`, name: `角色${made}`, dataScope: 'SELF' as const };
    }),
  });
  return rows.map(({ id }) => id);
}

describe('the statements of a bulk action are as many for fifty as for two', () => {
  const work: [string, (count: number) => Promise<string[]>, object][] = [
    ['store/disableStore', stores, {}],
    ['employee/activateEmployee', (count) => employees(count, { state: 'PENDING' }), {}],
    ['employee/freezeEmployee', employees, { reason }],
    ['employee/leaveEmployee', (count) => employees(count, { available: 500, locked: 200 }), { reason }],
    ['employee/labelEmployee', employees, { add: ['骨干'], remove: [] }],
    ['lottery/failLottery', draws, { reason }],
    ['role/deleteRoles', roles, {}],
  ];

  test.each(work)('%s', async (path, make, input) => {
    const statementsFor = async (count: number) => {
      const ids = await make(count);
      const before = statements();
      const { body } = await api.call(path, { ids, ...input }, admin);
      const after = statements();
      expect(body.result).toMatchObject({ done: count, failed: 0 });
      return after - before;
    };
    const few = await statementsFor(2);
    expect(few).toBeGreaterThan(3);
    // What goes on beside it, such as reading the session, may add some.
    expect(await statementsFor(50)).toBeLessThan(few + 15);
  });
});

test('what refuses a record refuses it alone, in the order given, and each outcome is logged once', async () => {
  const { prisma } = api.deps.database;
  const [disabled, one, other, foreign] = (await stores(4)) as [string, string, string, string];
  await prisma.store.update({ where: { id: disabled }, data: { state: 'DISABLED' } });
  const unknown = crypto.randomUUID();
  const capitals = one.toUpperCase();
  const { body } = await api.call(
    'store/disableStore',
    { ids: [other, disabled, unknown, one, capitals] },
    admin,
  );
  expect(body.result).toEqual({
    done: 2,
    failed: 2,
    rows: [
      { id: other, ok: true, message: '' },
      { id: disabled, ok: false, message: '门店已是该状态' },
      { id: unknown, ok: false, message: '记录不存在' },
      { id: capitals, ok: true, message: '' },
    ],
  });
  const rows = await prisma.store.findMany({ where: { id: { in: [one, other, foreign] } } });
  expect(new Map(rows.map(({ id, state, version }) => [id, `${state} ${version}`]))).toEqual(
    new Map([
      [one, 'DISABLED 2'],
      [other, 'DISABLED 2'],
      [foreign, 'ACTIVE 1'],
    ]),
  );
  const logged = await prisma.operationLog.findMany({ where: { targetId: { in: [one, other, disabled] } } });
  expect(logged.map(({ targetId, result }) => `${targetId} ${result}`).sort()).toEqual(
    [`${one} SUCCESS`, `${other} SUCCESS`, `${disabled} REFUSED`].sort(),
  );
  expect(logged.find(({ targetId }) => targetId === one)).toMatchObject({
    tenantId,
    action: 'disableStore',
    before: { state: 'ACTIVE' },
    after: { state: 'DISABLED' },
  });
});

test('of records of another tenant nothing is found and nothing changed', async () => {
  const { prisma } = api.deps.database;
  const mine = { stores: await stores(1), employees: await employees(1), draws: await draws(1) };
  const roleIds = await roles(1);
  const answers = [
    await api.call('store/disableStore', { ids: mine.stores }, adminB),
    await api.call('merchant/disableMerchant', { ids: merchantIds, reason }, adminB),
    await api.call('employee/leaveEmployee', { ids: mine.employees, reason }, adminB),
    await api.call('employee/labelEmployee', { ids: mine.employees, add: ['甲'], remove: [] }, adminB),
    await api.call('lottery/failLottery', { ids: mine.draws, reason }, adminB),
    await api.call('role/deleteRoles', { ids: roleIds }, adminB),
  ];
  for (const { body } of answers) expect(body.result.done).toBe(0);
  expect(await prisma.store.count({ where: { id: { in: mine.stores }, state: 'ACTIVE' } })).toBe(1);
  expect(await prisma.merchant.count({ where: { id: { in: merchantIds }, state: 'ACTIVE' } })).toBe(2);
  expect(
    await prisma.employee.count({
      where: { id: { in: mine.employees }, state: 'ACTIVE', labels: { isEmpty: true } },
    }),
  ).toBe(1);
  expect(await prisma.lotteryRecord.count({ where: { id: { in: mine.draws }, state: 'AWARDING' } })).toBe(1);
  expect(await prisma.role.count({ where: { id: { in: roleIds } } })).toBe(1);
});

test('what several leave behind comes back to each company, fen by fen and flow by flow', async () => {
  const { prisma } = api.deps.database;
  const ids = [
    ...(await employees(2, { available: 700, locked: 300 })),
    ...(await employees(1, { available: 0, locked: 0 })),
    ...(await employees(1, { available: 50, merchant: 1 })),
    ...(await employees(1, { locked: 40, merchant: 1 })),
  ];
  const funds = () => prisma.fundAccount.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  const before = await funds();
  const { body } = await api.call('employee/leaveEmployee', { ids, reason }, admin);
  expect(body.result).toMatchObject({ done: 5, failed: 0 });

  const accounts = await prisma.limitAccount.findMany({ where: { employeeId: { in: ids } } });
  const parts = new Map(
    accounts.map(({ employeeId, available, locked, recovered, adjustSeq }) => [
      employeeId,
      [available, locked, recovered, adjustSeq].map(Number),
    ]),
  );
  expect(ids.map((id) => parts.get(id))).toEqual([
    [0, 0, 1000, 2],
    [0, 0, 1000, 2],
    [0, 0, 0, 0],
    [0, 0, 50, 1],
    [0, 0, 40, 2],
  ]);
  const chain = await prisma.limitAdjustment.findMany({
    where: { employeeId: ids[0] as string },
    orderBy: { seq: 'asc' },
  });
  expect(chain.map(({ type, before, delta, after }) => [type, before, delta, after].map(String))).toEqual([
    ['UNFREEZE', '700', '300', '1000'],
    ['RECOVER', '1000', '-1000', '0'],
  ]);
  const after = await funds();
  const companies = await prisma.merchant.findMany({ where: { id: { in: merchantIds } } });
  const companyOf = (id: string | undefined) => companies.find((one) => one.id === id)?.companyId;
  const came = after.map(({ id, companyId, balance }) => ({
    companyId,
    came: Number(balance - (before.find((one) => one.id === id)?.balance ?? 0n)),
  }));
  expect(came.find(({ companyId }) => companyId === companyOf(merchantIds[0]))?.came).toBe(2000);
  expect(came.find(({ companyId }) => companyId === companyOf(merchantIds[1]))?.came).toBe(90);

  const flows = await prisma.fundFlow.findMany({
    where: {
      sourceId: {
        in: (
          await prisma.limitAdjustment.findMany({ where: { employeeId: { in: ids }, type: 'RECOVER' } })
        ).map(({ id }) => id),
      },
    },
    orderBy: [{ accountId: 'asc' }, { seq: 'asc' }],
  });
  expect(flows.map(({ delta }) => Number(delta)).sort((a, b) => a - b)).toEqual([40, 50, 1000, 1000]);
  for (const { id, flowSeq, balance } of after.filter(({ id }) =>
    flows.some((flow) => flow.accountId === id),
  )) {
    const first = before.find((one) => one.id === id);
    let [seq, sum] = [first?.flowSeq ?? 0, first?.balance ?? 0n];
    for (const flow of flows.filter(({ accountId }) => accountId === id)) {
      seq += 1;
      sum += flow.delta;
      expect(flow).toMatchObject({ seq, balanceAfter: sum, kind: 'LIMIT_RECOVER' });
    }
    expect({ flowSeq, balance }).toEqual({ flowSeq: seq, balance: sum });
  }
});

test('records are locked in the order of their ids, whatever order they are named in', async () => {
  const ids = (await stores(3)).sort();
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM stores WHERE id = $1 FOR UPDATE', [ids[0]]);
    const call = api.call('store/disableStore', { ids: ids.toReversed() }, admin).then(({ body }) => body);
    const waits = async () =>
      (
        await holder.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    await expect.poll(waits).toBe(1);
    const free = await holder.query('SELECT 1 FROM stores WHERE id = ANY($1) FOR UPDATE SKIP LOCKED', [
      ids.slice(1),
    ]);
    expect(free.rowCount).toBe(2);
    await holder.query('COMMIT');
    expect((await call).result.done).toBe(3);
  } finally {
    await holder.end();
  }
});

test('roles that somebody has, that an invitation offers or that are built in stay, each with its reason', async () => {
  const { prisma } = api.deps.database;
  const [free, held] = (await roles(2)) as [string, string];
  const member = await prisma.membership.findFirstOrThrow({ where: { tenantId } });
  await prisma.membershipRole.create({ data: { tenantId, membershipId: member.id, roleId: held } });
  const builtIn = await prisma.role.findFirstOrThrow({ where: { tenantId, builtIn: true } });
  const { body } = await api.call('role/deleteRoles', { ids: [held, builtIn.id, free] }, admin);
  expect(body.result.rows).toEqual([
    { id: held, ok: false, message: '该角色下还有 1 名成员，请先移除' },
    { id: builtIn.id, ok: false, message: '内置角色不能修改或删除' },
    { id: free, ok: true, message: '' },
  ]);
  expect(await prisma.role.count({ where: { id: { in: [held, builtIn.id, free] } } })).toBe(2);
});
