import type { LotteryState, PrizeType } from '@xyxlx/contracts/lottery';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToStatements } from '../../../../../tests/support/listen-to-statements.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { companyBehind } from '../fund/fund.ts';

let api: TestApi;
let admin: string;
let adminB: string;
const tenantId = tenantIdOf('A');
let merchantIds: string[];

beforeAll(async () => {
  // What moves by itself would be counted among the statements of an action.
  api = await startTestApi({ override: withoutJobs });
  listenToStatements(api, () => {
    statements += 1;
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

/** How many statements the service has sent. */
let statements = 0;

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
  const { companyId } = await companyBehind(api.deps.database.pool, tenantId, merchantId);
  await api.deps.database.prisma.limitAccount.createMany({
    data: rows.map(({ id }) => ({
      tenantId,
      merchantId,
      companyId,
      employeeId: id,
      total,
      available,
      locked,
    })),
  });
  return rows.map(({ id }) => id);
}

/** Of as many employees. */
async function draws(
  count: number,
  {
    prizeType = 'GOODS' as PrizeType,
    state = 'AWARDING' as LotteryState,
    value = 100,
    merchant = 0,
    of = undefined as string[] | undefined,
  } = {},
): Promise<string[]> {
  const { prisma } = api.deps.database;
  const activity = await prisma.lotteryActivity.findFirstOrThrow({ where: { tenantId } });
  const employeeIds = of ?? (await employees(count, { merchant }));
  const rows = await prisma.lotteryRecord.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => {
      made += 1;
      const prize = { prizeType, prizeName: '奖品', value, state };
      const employeeId = employeeIds[n % employeeIds.length] as string;
      const whose = { tenantId, merchantId: merchantIds[merchant] as string, employeeId };
      return { ...whose, ...prize, activityId: activity.id, lotteryNo: `LBULK${made}`, drawnAt: new Date() };
    }),
  });
  return rows.map(({ id }) => id);
}

/** Members of tenant A with a role that allows nothing. */
async function users(count: number, state: 'ACTIVE' | 'DISABLED' = 'ACTIVE'): Promise<string[]> {
  const { prisma } = api.deps.database;
  const [roleId] = (await roles(1)) as [string];
  const rows = await prisma.user.createManyAndReturn({
    data: Array.from({ length: count }, () => {
      made += 1;
      return { mobile: `bulk${made}@test.example`, name: `用户${made}`, passwordHash: '-' };
    }),
  });
  const memberships = await prisma.membership.createManyAndReturn({
    data: rows.map(({ id }) => ({ tenantId, userId: id, state })),
  });
  await prisma.membershipRole.createMany({
    data: memberships.map(({ id }) => ({ tenantId, membershipId: id, roleId })),
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
  const small = { prizeType: 'LIMIT', state: 'PENDING' } as const;
  // Over the threshold of one award.
  const large = { ...small, value: 100_001 };
  let role: string;
  beforeAll(async () => {
    [role] = (await roles(1)) as [string];
  });
  const byIds = (more: () => object) => (ids: string[]) => ({ ids, ...more() });
  const carried = (ids: string[]) => ({
    deliveries: ids.map((id) => ({ id, deliveryNo: 'SF0000000001', carrier: '顺丰速运' })),
  });
  const work: [
    string,
    (count: number) => Promise<string[]>,
    object | ((ids: string[]) => object),
    string?,
  ][] = [
    ['store/disableStore', stores, {}],
    ['employee/activateEmployee', (count) => employees(count, { state: 'PENDING' }), {}],
    ['employee/freezeEmployee', employees, { reason }],
    ['employee/leaveEmployee', (count) => employees(count, { available: 500, locked: 200 }), { reason }],
    ['employee/labelEmployee', employees, { add: ['骨干'], remove: [] }],
    ['lottery/failLottery', draws, { reason }],
    ['lottery/deliverLottery', draws, carried],
    ['lottery/awardLottery', (count) => draws(count, small), { reason }],
    ['lottery/awardLottery', (count) => draws(count, large), { reason }, 'waiting'],
    ['userAccount/disableUsers', users, { reason }],
    ['userAccount/enableUsers', (count) => users(count, 'DISABLED'), { reason }],
    ['userAccount/assignRole', users, byIds(() => ({ roleId: role }))],
    ['role/deleteRoles', roles, {}],
  ];

  test.each(work)('%s', async (path, make, input, outcome = 'done') => {
    const statementsFor = async (count: number) => {
      const ids = await make(count);
      const before = statements;
      const given = typeof input === 'function' ? input(ids) : { ids, ...input };
      const { body } = await api.call(path, given, admin);
      const after = statements;
      expect(body.result).toMatchObject({ [outcome]: count, failed: 0 });
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
  await prisma.store.updateMany({ where: { id: disabled }, data: { state: 'DISABLED' } });
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
  const mine = {
    stores: await stores(1),
    employees: await employees(1),
    draws: await draws(1),
    users: await users(1),
  };
  const roleIds = await roles(1);
  const foreignRole = await prisma.role.findFirstOrThrow({ where: { tenantId: tenantIdOf('B') } });
  const answers = [
    await api.call('store/disableStore', { ids: mine.stores }, adminB),
    await api.call('merchant/disableMerchant', { ids: merchantIds, reason }, adminB),
    await api.call('employee/leaveEmployee', { ids: mine.employees, reason }, adminB),
    await api.call('employee/labelEmployee', { ids: mine.employees, add: ['甲'], remove: [] }, adminB),
    await api.call('lottery/failLottery', { ids: mine.draws, reason }, adminB),
    await api.call('lottery/awardLottery', { ids: mine.draws, reason }, adminB),
    await api.call('userAccount/disableUsers', { ids: mine.users, reason }, adminB),
    await api.call('userAccount/assignRole', { ids: mine.users, roleId: roleIds[0] }, adminB),
    await api.call('userAccount/assignRole', { ids: mine.users, roleId: foreignRole.id }, admin),
    await api.call('role/deleteRoles', { ids: roleIds }, adminB),
  ];
  for (const { body } of answers)
    expect(body.result).toMatchObject({ done: 0, failed: body.result.rows.length });
  expect(await prisma.store.count({ where: { id: { in: mine.stores }, state: 'ACTIVE' } })).toBe(1);
  expect(await prisma.merchant.count({ where: { id: { in: merchantIds }, state: 'ACTIVE' } })).toBe(2);
  expect(
    await prisma.employee.count({
      where: { id: { in: mine.employees }, state: 'ACTIVE', labels: { isEmpty: true } },
    }),
  ).toBe(1);
  expect(await prisma.lotteryRecord.count({ where: { id: { in: mine.draws }, state: 'AWARDING' } })).toBe(1);
  expect(await prisma.role.count({ where: { id: { in: roleIds } } })).toBe(1);
  const [member] = await prisma.membership.findMany({
    where: { userId: { in: mine.users } },
    include: { roles: true },
  });
  expect(member).toMatchObject({ state: 'ACTIVE', roles: [{ tenantId }] });
  expect(member?.roles).toHaveLength(1);
});

describe('awards of several at once', () => {
  const won = { prizeType: 'LIMIT', state: 'PENDING' } as const;
  const award = async (ids: string[], token = admin) =>
    (await api.call('lottery/awardLottery', { ids, reason }, token)).body.result;
  const messages = ({ rows }: { rows: { message: string }[] }) => rows.map(({ message }) => message);
  let maker: Awaited<ReturnType<typeof operator>>;
  beforeEach(async () => {
    maker = await operator(api, '批量发奖', { permissions: ['lottery.view', 'lottery.award'] });
  });

  test('three prizes of one employee are three links of one chain, and three flows of the fund', async () => {
    const { prisma } = api.deps.database;
    const [employee] = (await employees(1)) as [string];
    const values = [300, 100, 200];
    const ids: string[] = [];
    for (const value of values) ids.push(...(await draws(1, { ...won, value, of: [employee] })));
    expect(await award(ids)).toMatchObject({ done: 3, failed: 0, waiting: 0 });
    const account = await prisma.limitAccount.findFirstOrThrow({ where: { employeeId: employee } });
    expect([account.total, account.available, account.adjustSeq].map(Number)).toEqual([600, 600, 3]);
    const chain = await prisma.limitAdjustment.findMany({
      where: { employeeId: employee },
      orderBy: { seq: 'asc' },
    });
    const numbers = await prisma.lotteryRecord.findMany({ where: { id: { in: ids } } });
    const reasons = new Map(chain.map(({ delta, reason }) => [Number(delta), reason]));
    let sum = 0;
    for (const { before, delta, after } of chain) {
      expect([before, after].map(Number)).toEqual([sum, sum + Number(delta)]);
      sum += Number(delta);
    }
    expect(sum).toBe(600);
    for (const { value, lotteryNo } of numbers) expect(reasons.get(Number(value))).toBe(lotteryNo);
    const flows = await prisma.fundFlow.findMany({
      where: {
        sourceType: 'limitAdjustment',
        sourceId: { in: chain.map(({ id }) => id) },
        account: { kind: 'ENTERPRISE' },
      },
      orderBy: { seq: 'asc' },
    });
    expect(flows.map(({ delta, remark }) => [Number(delta), remark])).toEqual(
      chain.map(({ delta, reason }) => [-Number(delta), reason]),
    );
  });

  test('each row answers for its own draw: done, waiting, refused, and of another merchant than one sees', async () => {
    const { prisma } = api.deps.database;
    const narrow = await operator(api, '一商户发奖', {
      permissions: ['lottery.view', 'lottery.award'],
      dataScope: 'MERCHANTS',
      merchantIds: [merchantIds[0] as string],
    });
    const [done] = (await draws(1, { ...won, value: 100_000 })) as [string];
    const [waits] = (await draws(1, { ...won, value: 100_001 })) as [string];
    const [elsewhere] = (await draws(1, { ...won, merchant: 1 })) as [string];
    const [goods] = (await draws(1, { prizeType: 'GOODS', state: 'PENDING' })) as [string];
    const [left] = (await draws(1, won)) as [string];
    const { employeeId } = await prisma.lotteryRecord.findFirstOrThrow({ where: { id: left } });
    await prisma.employee.updateMany({
      where: { id: employeeId },
      data: { state: 'LEFT', leftOn: new Date() },
    });
    const result = await award([waits, elsewhere, done, left, goods], narrow.token);
    expect(result).toMatchObject({ done: 2, failed: 2, waiting: 1 });
    expect(messages(result)).toEqual(['', '记录不存在', '', '员工已离职', '']);
    const [approval] = await prisma.approval.findMany({ where: { subjectId: waits } });
    expect(result.rows.map(({ approvalId }: { approvalId: string | null }) => approvalId)).toEqual([
      approval?.id,
      null,
      null,
      null,
      null,
    ]);
    expect(approval).toMatchObject({ amount: 100_001n, merchantId: merchantIds[0], state: 'PENDING' });
    expect(approval?.act).toEqual({ id: waits, reason });
    const rows = await prisma.lotteryRecord.findMany({
      where: { id: { in: [waits, elsewhere, done, left, goods] } },
    });
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    expect([waits, elsewhere, done, left, goods].map((id) => states.get(id))).toEqual([
      'PENDING',
      'PENDING',
      'AWARDED',
      'PENDING',
      'AWARDING',
    ]);
    const logged = await prisma.operationLog.findMany({
      where: { actorId: narrow.session.userId, result: 'SUCCESS' },
    });
    expect(logged.map(({ action, targetId }) => `${action} ${targetId}`).sort()).toEqual(
      [`awardLottery ${done}`, `awardLottery ${goods}`, `submit ${waits}`].sort(),
    );
    // What waits is not handed in twice, and stops nobody else.
    const [other] = (await draws(1, won)) as [string];
    expect(messages(await award([waits, other], narrow.token))).toEqual(['已提交审批，请勿重复提交', '']);
  });

  test('up to the day’s amount, in the order given: what no longer fits waits, a smaller one after it still fits', async () => {
    const { prisma } = api.deps.database;
    const values = [100_000, 100_000, 100_000, 100_000, 99_999, 2, 1];
    const ids: string[] = [];
    for (const value of values) ids.push(...(await draws(1, { ...won, value })));
    const result = await award(ids, maker.token);
    const waits = result.rows.map(({ approvalId }: { approvalId: string | null }) => approvalId !== null);
    expect(waits).toEqual([false, false, false, false, false, true, false]);
    const day = await prisma.makerDay.findMany({ where: { makerId: maker.session.userId } });
    expect(day).toMatchObject([
      { tenantId, kind: 'lotteryAward', amount: 500_000n, count: 6, aloneAmount: 500_000n, aloneCount: 6 },
    ]);
  });

  test('a fund that covers some pays those in the order given, and counts no more in the day', async () => {
    const { prisma } = api.deps.database;
    const { companyId } = await prisma.merchant.findFirstOrThrow({
      where: { id: merchantIds[0] as string },
    });
    const fund = { tenantId, companyId: companyId as string, kind: 'ENTERPRISE' as const };
    const { balance, frozen } = await prisma.fundAccount.findFirstOrThrow({ where: fund });
    await prisma.fundAccount.updateMany({ where: fund, data: { frozen: balance - 500n } });
    const values = [300, 300, 200, 1];
    const ids: string[] = [];
    for (const value of values) ids.push(...(await draws(1, { ...won, value })));
    const result = await award(ids, maker.token);
    expect(messages(result)).toEqual(['', '企业资金余额不足', '', '企业资金余额不足']);
    const [day] = await prisma.makerDay.findMany({ where: { makerId: maker.session.userId } });
    expect([Number(day?.amount), day?.count]).toEqual([500, 2]);
    expect((await prisma.fundAccount.findFirstOrThrow({ where: fund })).balance).toBe(balance - 500n);
    await prisma.fundAccount.updateMany({ where: fund, data: { frozen } });
  });

  test('a prize is awarded to the last millisecond of its validity, and at its end no more', async () => {
    const now = api.deps.clock.businessNow();
    const [over, lasting] = (await draws(2, won)) as [string, string];
    const ends = async (id: string, expiresAt: Date) =>
      api.deps.database.prisma.lotteryRecord.updateMany({ where: { id }, data: { expiresAt } });
    await ends(over, now);
    await ends(lasting, new Date(now.getTime() + 1));
    const stopped = vi.spyOn(api.deps.clock, 'businessNow').mockReturnValue(now);
    const result = await award([over, lasting], maker.token);
    stopped.mockRestore();
    expect(messages(result)).toEqual(['奖品已过期', '']);
  });

  test('a ceiling refuses those above it alone: exactly at it is done', async () => {
    const capped = await operator(api, '限额发奖', { permissions: ['lottery.award'], amountCeiling: 500 });
    const ids = [...(await draws(1, { ...won, value: 501 })), ...(await draws(1, { ...won, value: 500 }))];
    expect(messages(await award(ids, capped.token))).toEqual(['金额超出您的权限上限 5.00 元', '']);
  });
});

test('a code is taken within its tenant alone', async () => {
  const { prisma } = api.deps.database;
  const [coupon] = (await draws(1, { prizeType: 'COUPON' })) as [string];
  const { count } = await prisma.lotteryRecord.updateMany({
    where: {
      tenantId: tenantIdOf('B'),
      id: (
        await prisma.lotteryRecord.findFirstOrThrow({
          where: { tenantId: tenantIdOf('B'), prizeType: 'COUPON', state: 'AWARDED' },
        })
      ).id,
    },
    data: { deliveryNo: 'QELSEWHERE-1' },
  });
  expect(count).toBe(1);
  const deliveries = [{ id: coupon, deliveryNo: 'QELSEWHERE-1', carrier: null }];
  const { body } = await api.call('lottery/deliverLottery', { deliveries }, admin);
  expect(body.result).toMatchObject({ done: 1, failed: 0 });
});

test('one code for two coupons of a call: the first gets it, the second is refused, and so is one given before', async () => {
  const coupons = await draws(3, { prizeType: 'COUPON' });
  const deliver = async (deliveries: [number, string][]) =>
    (
      await api.call(
        'lottery/deliverLottery',
        { deliveries: deliveries.map(([n, deliveryNo]) => ({ id: coupons[n], deliveryNo, carrier: null })) },
        admin,
      )
    ).body.result.rows.map(({ message }: { message: string }) => message);
  const given = '该券码已发放给其他中奖记录，请核对';
  expect(
    await deliver([
      [1, 'QBULK-0001'],
      [0, 'QBULK-0001'],
    ]),
  ).toEqual(['', given]);
  expect(
    await deliver([
      [0, 'QBULK-0001'],
      [2, 'QBULK-0002'],
    ]),
  ).toEqual([given, '']);
  const rows = await api.deps.database.prisma.lotteryRecord.findMany({ where: { id: { in: coupons } } });
  const numbers = new Map(rows.map(({ id, deliveryNo }) => [id, deliveryNo]));
  expect(coupons.map((id) => numbers.get(id))).toEqual([null, 'QBULK-0001', 'QBULK-0002']);
});

describe('users in several', () => {
  const act = async (action: string, input: object, token = admin) =>
    (await api.call(`userAccount/${action}`, input, token)).body.result;
  const messages = ({ rows }: { rows: { message: string }[] }) => rows.map(({ message }) => message);

  test('of all administrators named at once the last one stays, whoever stands before them', async () => {
    const { prisma } = api.deps.database;
    const tenant = await prisma.tenant.create({
      data: { name: '批量租户', code: 'bulk-tenant', createdBy: '测试' },
    });
    const power = { permissions: ['user.edit', 'role.edit'], dataScope: 'TENANT' as const };
    const people = [
      await operator(api, '管理一', power, tenant.code),
      await operator(api, '管理二', power, tenant.code),
      await operator(api, '普通', { permissions: [] }, tenant.code),
    ];
    const ids = people.map(({ session }) => session.userId);
    const { session: gone } = await operator(api, '停用的管理员', power, tenant.code);
    await prisma.membership.updateMany({ where: { userId: gone.userId }, data: { state: 'DISABLED' } });
    const platform = await operator(api, '平台', {
      permissions: ['user.view', 'user.edit', 'role.edit'],
      dataScope: 'ALL',
    });
    const result = await act('disableUsers', { ids, reason }, platform.token);
    expect(messages(result)).toEqual(['', '不能移除最后一位管理员，请先指定另一位', '']);
    const members = await prisma.membership.findMany({ where: { tenantId: tenant.id } });
    const states = new Map(members.map(({ userId, state }) => [userId, state]));
    expect(ids.map((id) => states.get(id))).toEqual(['DISABLED', 'ACTIVE', 'DISABLED']);
    const sessions = await prisma.session.findMany({ where: { tenantId: tenant.id } });
    const ended = sessions.filter(({ userId }) => userId !== gone.userId);
    expect(new Map(ended.map(({ userId, revokedReason }) => [userId, revokedReason]))).toEqual(
      new Map(ids.map((id, n) => [id, n === 1 ? null : 'disabled'])),
    );
  });

  test('a disabled member’s sessions end in that tenant, and go on in another', async () => {
    const { prisma } = api.deps.database;
    // Of both tenants.
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { mobile: '13800000009' } });
    const device = { device: 'test', ip: '127.0.0.1' };
    const open = async (of: string) =>
      (await api.deps.sessions.open(prisma, { userId, tenantId: of }, device)).token;
    const [here, there] = [await open(tenantId), await open(tenantIdOf('B'))];
    expect(await act('disableUsers', { ids: [userId], reason })).toMatchObject({ done: 1 });
    const codes = [here, there].map(
      async (token) => (await api.call('userAccount/getUser', {}, token)).body.code,
    );
    expect(await Promise.all(codes)).toEqual([403, 200]);
  });

  test('whoever may do more is neither enabled nor given a role', async () => {
    const helper = await operator(api, '助理', { permissions: ['user.edit'], amountCeiling: 1_000 });
    const { session: above } = await operator(api, '更高', { permissions: ['user.edit', 'role.edit'] });
    await api.deps.database.prisma.membership.updateMany({
      where: { userId: above.userId },
      data: { state: 'DISABLED' },
    });
    const [within] = (await roles(1)) as [string];
    await api.deps.database.prisma.role.updateMany({ where: { id: within }, data: { amountCeiling: 0 } });
    const outranked = ['该用户的权限高于您，请联系更高级别的管理员'];
    const ids = [above.userId];
    const enabled = messages(await act('enableUsers', { ids, reason }, helper.token));
    const given = messages(await act('assignRole', { ids, roleId: within }, helper.token));
    expect([enabled, given]).toEqual([outranked, outranked]);
  });

  test('of members of two tenants those of its own get a role', async () => {
    const platform = await operator(api, '平台授权', {
      permissions: ['user.view', 'user.edit'],
      dataScope: 'ALL',
    });
    const [ofA] = (await users(1)) as [string];
    const { session: ofB } = await operator(api, '北辰成员', { permissions: [] }, 'beichen');
    const [role] = (await roles(1)) as [string];
    const result = await act('assignRole', { ids: [ofB.userId, ofA], roleId: role }, platform.token);
    expect(messages(result)).toEqual(['记录不存在', '']);
  });

  test('as many are enabled as the package allows, in the order given', async () => {
    const { prisma } = api.deps.database;
    const disabled = await users(3, 'DISABLED');
    const active = await prisma.membership.count({ where: { tenantId, state: 'ACTIVE' } });
    const asked = await prisma.invitation.count({ where: { tenantId } });
    const { packageId } = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    const small = await prisma.tenantPackage.create({
      data: {
        code: 'bulk',
        name: '小套餐',
        permissionGroups: ['user', 'role'],
        maxAccounts: active + asked + 2,
      },
    });
    await prisma.tenant.update({ where: { id: tenantId }, data: { packageId: small.id } });
    const result = await act('enableUsers', { ids: disabled.toReversed(), reason });
    await prisma.tenant.update({ where: { id: tenantId }, data: { packageId } });
    expect(messages(result)).toEqual(['', '', expect.stringContaining('账号数已达套餐上限')]);
    const members = await prisma.membership.findMany({ where: { tenantId, userId: { in: disabled } } });
    const states = new Map(members.map(({ userId, state }) => [userId, state]));
    expect(disabled.map((id) => states.get(id))).toEqual(['DISABLED', 'ACTIVE', 'ACTIVE']);
  });

  test('a role above one’s own ceiling goes to nobody; one within it to each who has it not, beside what they have', async () => {
    const { prisma } = api.deps.database;
    const giver = await operator(api, '授权人', { permissions: ['user.edit'], amountCeiling: 1_000 });
    const role = (amountCeiling: number) =>
      prisma.role.create({
        data: {
          tenantId,
          code: crypto.randomUUID(),
          name: `上限${amountCeiling}`,
          dataScope: 'SELF',
          amountCeiling,
        },
      });
    const members = await users(2);
    // Their own role has no ceiling.
    await prisma.role.updateMany({
      where: { tenantId, members: { some: { membership: { userId: { in: members } } } } },
      data: { amountCeiling: 0 },
    });
    const [at, above] = [await role(1_000), await role(1_001)];
    const outranked = messages(await act('assignRole', { ids: members, roleId: above.id }, giver.token));
    expect(outranked).toEqual(Array(2).fill('角色“上限1001”的权限高于您，不能授予或收回'));
    expect(await act('assignRole', { ids: members, roleId: at.id }, giver.token)).toMatchObject({ done: 2 });
    expect(messages(await act('assignRole', { ids: members, roleId: at.id }, giver.token))).toEqual(
      Array(2).fill('用户已有该角色'),
    );
    const given = await prisma.membership.findMany({
      where: { userId: { in: members } },
      include: { roles: { include: { role: true }, orderBy: { roleId: 'asc' } }, user: true },
    });
    for (const { roles, user } of given) {
      expect(roles).toHaveLength(2);
      expect(user.version).toBe(2);
      const [logged, ...more] = await prisma.operationLog.findMany({
        where: { targetId: user.id, result: 'SUCCESS' },
      });
      expect(more).toEqual([]);
      expect(logged).toMatchObject({
        action: 'editUser',
        targetLabel: user.name,
        before: { roles: roles.filter(({ roleId }) => roleId !== at.id).map((one) => one.role.name) },
        after: { roles: roles.map((one) => one.role.name) },
      });
    }
    const chief = await operator(api, '上级', { permissions: ['user.edit', 'role.edit'] });
    const over = messages(
      await act('disableUsers', { ids: [chief.session.userId, giver.session.userId], reason }, giver.token),
    );
    expect(over).toEqual(['该用户的权限高于您，请联系更高级别的管理员', '不能停用自己的账号']);
  });
});

test('what several leave behind comes back to each company, fen by fen and flow by flow', async () => {
  const { prisma } = api.deps.database;
  const ids = [
    ...(await employees(2, { available: 700, locked: 300 })),
    ...(await employees(1, { available: 0, locked: 0 })),
    ...(await employees(1, { available: 50, merchant: 1 })),
    ...(await employees(1, { locked: 40, merchant: 1 })),
  ];
  const funds = () =>
    prisma.fundAccount.findMany({ where: { tenantId, kind: 'ENTERPRISE' }, orderBy: { id: 'asc' } });
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
      account: { kind: 'ENTERPRISE' },
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

test.each([
  ['stores', (): Promise<string[]> => stores(3), 'store/disableStore', {}],
  ['users', () => users(3), 'userAccount/disableUsers', { reason }],
  [
    'lottery_records',
    () => draws(3, { prizeType: 'LIMIT', state: 'PENDING' }),
    'lottery/awardLottery',
    { reason },
  ],
] as const)(
  '%s are locked in the order of their ids, whatever order they are named in',
  async (table, make, path, input) => {
    const ids = (await make()).sort();
    const holder = new pg.Client({ connectionString: api.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [ids[0]]);
      const call = api.call(path, { ids: ids.toReversed(), ...input }, admin).then(({ body }) => body);
      await waitingForLock(api, 1);
      const free = await holder.query(`SELECT 1 FROM ${table} WHERE id = ANY($1) FOR UPDATE SKIP LOCKED`, [
        ids.slice(1),
      ]);
      expect(free.rowCount).toBe(2);
      await holder.query('COMMIT');
      expect((await call).result.done).toBe(3);
    } finally {
      await holder.end();
    }
  },
);

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
