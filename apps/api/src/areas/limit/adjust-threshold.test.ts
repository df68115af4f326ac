import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { setThreshold } from '../../../../../tests/support/thresholds.ts';
import { shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';

type Person = Awaited<ReturnType<typeof operator>>;

const permissions = ['limit.view', 'limit.adjust', 'employee.view', 'merchant.view', 'merchant.edit'];
/** As the kind has it: 5,000 yuan an act, 20,000 a day. */
const [act, day] = [500_000, 2_000_000];

let api: TestApi;
let checker: Person;
let maker: Person;
let employees: { id: string; merchant: { id: string } }[];
beforeAll(async () => {
  api = await startTestApi();
  checker = await operator(api, '额度复核', { permissions: [...permissions, 'limit.approve'] });
  const list = async (path: string) =>
    (await api.call(path, { state: ['ACTIVE'], pageSize: 200 }, checker.token)).body.result.list;
  const open = new Set((await list('merchant/queryMerchant')).map(({ id }: { id: string }) => id));
  employees = (await list('employee/queryEmployee')).filter((one: { merchant: { id: string } }) =>
    open.has(one.merchant.id),
  );
});
beforeEach(async () => {
  maker = await operator(api, '额度经办', { permissions });
});
afterAll(() => api.close());

const as = (person: Person) => async (path: string, input: object) =>
  (await api.call(path, input, person.token)).body;
const adjust = (employeeId: string, type: string, amount?: number, person = maker) =>
  as(person)('limit/adjustLimit', {
    employeeId,
    type,
    reason: '季度调整',
    ...(amount !== undefined && { amount }),
  });
const limitsOf = async (id: string) => (await as(checker)('employee/getEmployee', { id })).result;
const nth = (n: number) => employees[n]?.id as string;

describe('a single adjustment over the threshold', () => {
  test('exactly at it is done; a fen more waits and changes nothing', async () => {
    const id = nth(0);
    const before = await limitsOf(id);
    const done = await adjust(id, 'INCREASE', act);
    expect(done).toMatchObject({ code: 200, result: { approvalId: null, adjustment: { deltaLimit: act } } });
    const waits = await adjust(id, 'INCREASE', act + 1);
    expect(waits).toMatchObject({ code: 200, result: { adjustment: null } });
    expect(waits.result.approvalId).toEqual(expect.any(String));
    expect(waits.result.limits.availableLimit).toBe(before.availableLimit + act);
    expect((await limitsOf(id)).availableLimit).toBe(before.availableLimit + act);
    await expectInvariants(api);
  });

  test('approved by another it is done once, in its maker’s name, and its record names the approval', async () => {
    const id = nth(1);
    const before = await limitsOf(id);
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1)).result;
    const waiting = (await as(checker)('approval/getApproval', { id: approvalId })).result;
    expect(waiting).toMatchObject({
      subjectType: 'limitAdjustment',
      amount: act + 1,
      canDecide: true,
      reason: '季度调整',
      link: `/layout/index/approval?open=${approvalId}`,
    });
    expect(await as(maker)('approval/approve', { id: approvalId })).toMatchObject({ code: 406 });
    expect(await as(checker)('approval/approve', { id: approvalId })).toMatchObject({ code: 200 });
    expect((await limitsOf(id)).availableLimit).toBe(before.availableLimit + act + 1);
    expect(await as(checker)('approval/approve', { id: approvalId })).toMatchObject({ msg: '已被处理' });
    const [row] = await api.deps.database.prisma.limitAdjustment.findMany({ where: { approvalId } });
    expect(row).toMatchObject({
      createdBy: '额度经办',
      createdById: maker.session.userId,
      withinAmount: null,
    });
    const [logged] = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'adjustLimit', targetId: id, actorId: maker.session.userId },
    });
    expect(logged?.result).toBe('SUCCESS');
    await expectInvariants(api);
  });

  test('of a visiting platform administrator the log names the tenant they come from, also when the tenant’s own checker approved', async () => {
    const visitor = await operator(api, '平台经办', { permissions, dataScope: 'ALL' }, 'beichen');
    const id = nth(25);
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1, visitor)).result;
    expect(await as(checker)('approval/approve', { id: approvalId })).toMatchObject({ code: 200 });
    const rows = await api.deps.database.prisma.operationLog.findMany({
      where: { actorId: visitor.session.userId, result: 'SUCCESS' },
      orderBy: { createdAt: 'asc' },
    });
    const { tenantId } = checker.session;
    expect(rows.map((row) => [row.action, row.tenantId, row.actorTenantId])).toEqual([
      ['submit', tenantId, visitor.session.tenantId],
      ['adjustLimit', tenantId, visitor.session.tenantId],
    ]);
    const own = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { actorId: checker.session.userId, action: 'approve', targetId: approvalId },
    });
    expect(own.actorTenantId).toBeNull();
  });

  test('a visiting maker or checker is marked with the tenant they come from, in the list and in the detail; others are not', async () => {
    const role = { permissions: [...permissions, 'limit.approve'], dataScope: 'ALL' as const };
    const visitor = await operator(api, '平台经办', role, 'beichen');
    const { id: tenantId, name } = await api.deps.database.prisma.tenant.findUniqueOrThrow({
      where: { code: 'beichen' },
    });
    const [made, decided] = [
      (await adjust(nth(28), 'INCREASE', act + 1, visitor)).result.approvalId,
      (await adjust(nth(29), 'INCREASE', act + 1)).result.approvalId,
    ];
    expect(await as(visitor)('approval/approve', { id: decided })).toMatchObject({ code: 200 });
    expect(await as(checker)('approval/approve', { id: made })).toMatchObject({ code: 200 });
    const from = { id: tenantId, name };
    const shown = [
      { id: made, maker: { name: '平台经办', tenant: from }, checker: { name: '额度复核', tenant: null } },
      { id: decided, maker: { name: '额度经办', tenant: null }, checker: { name: '平台经办', tenant: from } },
    ];
    const { list } = (await as(checker)('approval/queryApproval', { pageSize: 200 })).result;
    for (const one of shown) {
      expect(list).toContainEqual(expect.objectContaining({ id: one.id }));
      expect(list.find(({ id }: { id: string }) => id === one.id)).toMatchObject(one);
      expect((await as(checker)('approval/getApproval', { id: one.id })).result).toMatchObject(one);
    }
  });

  test.each(['reject', 'withdraw'])('%s leaves nothing behind', async (decision) => {
    const id = nth(2);
    const before = await limitsOf(id);
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1)).result;
    const who = decision === 'reject' ? checker : maker;
    expect(await as(who)(`approval/${decision}`, { id: approvalId, reason: '过高' })).toMatchObject({
      code: 200,
    });
    expect(await limitsOf(id)).toEqual(before);
    expect(await api.deps.database.prisma.limitAdjustment.count({ where: { approvalId } })).toBe(0);
    expect(await api.deps.database.prisma.makerDay.count({ where: { makerId: maker.session.userId } })).toBe(
      0,
    );
  });

  test('what the fund does not cover is refused at once, and again where the fund has run short since', async () => {
    const id = nth(3);
    expect((await adjust(id, 'INCREASE', 1_000_000_000_000)).msg).toContain('余额不足');
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1)).result;
    const { merchant } = employees[3] as (typeof employees)[number];
    const { companyId } = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { id: merchant.id },
    });
    const fund = { companyId: companyId as string, kind: 'ENTERPRISE' as const };
    const { frozen, balance } = await api.deps.database.prisma.fundAccount.findFirstOrThrow({ where: fund });
    await api.deps.database.prisma.fundAccount.updateMany({ where: fund, data: { frozen: balance } });
    const before = await limitsOf(id);
    expect((await as(checker)('approval/approve', { id: approvalId })).msg).toContain('余额不足');
    expect(await limitsOf(id)).toEqual(before);
    expect((await as(checker)('approval/getApproval', { id: approvalId })).result.state).toBe('PENDING');
    await api.deps.database.prisma.fundAccount.updateMany({ where: fund, data: { frozen } });
    expect((await as(checker)('approval/approve', { id: approvalId })).code).toBe(200);
  });

  test('a maker who has lost the permission, or whose ceiling fell, has nothing carried out', async () => {
    const id = nth(4);
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1)).result;
    const roleId = maker.session.roles[0]?.id as string;
    const { prisma } = api.deps.database;
    const approve = () => as(checker)('approval/approve', { id: approvalId });
    await prisma.role.updateMany({ where: { id: roleId }, data: { amountCeiling: act } });
    expect((await approve()).msg).toContain('提交人额度经办已无权办理');
    await prisma.role.updateMany({
      where: { id: roleId },
      data: { amountCeiling: act + 1, permissions: [] },
    });
    expect((await approve()).msg).toContain('提交人额度经办已无权办理');
    await prisma.role.updateMany({ where: { id: roleId }, data: { permissions } });
    expect((await approve()).code).toBe(200);
  });

  test('a clearing that would take more than was handed in is not carried out', async () => {
    const id = nth(5);
    await adjust(id, 'CLEAR');
    await adjust(id, 'INCREASE', act);
    await adjust(id, 'INCREASE', act);
    const { approvalId } = (await adjust(id, 'CLEAR')).result;
    const more = await operator(api, '他人', { permissions });
    await adjust(id, 'INCREASE', 1, more);
    expect((await as(checker)('approval/approve', { id: approvalId })).msg).toContain(
      '金额已变为 10000.01 元',
    );
    await adjust(id, 'DECREASE', 1, more);
    expect((await as(checker)('approval/approve', { id: approvalId })).code).toBe(200);
    expect((await limitsOf(id)).availableLimit).toBe(0);
  });

  test('a freeze moves no money and never waits; what it froze is let go by two', async () => {
    const id = nth(6);
    const { approvalId } = (await adjust(id, 'INCREASE', act + 1)).result;
    await as(checker)('approval/approve', { id: approvalId });
    expect((await adjust(id, 'FREEZE', act + 1)).result).toMatchObject({ approvalId: null });
    expect((await adjust(id, 'UNFREEZE', act + 1)).result).toMatchObject({ adjustment: null });
  });
});

describe('a maker’s whole day', () => {
  test('counts to the fen: at the day’s amount it is done, a fen more waits; another kind and another maker count by themselves', async () => {
    const id = nth(7);
    for (let n = 0; n < 4; n++) expect((await adjust(id, 'INCREASE', act)).result.approvalId).toBeNull();
    expect((await adjust(id, 'INCREASE', 1)).result).toMatchObject({ adjustment: null });
    const [last] = (await as(maker)('limit/queryAdjustment', { employeeId: id })).result.list;
    expect(
      (await as(maker)('limit/undoAdjustment', { id: last.id, reason: '录入错误' })).result.approvalId,
    ).toBeNull();
    const other = await operator(api, '另一经办', { permissions });
    expect((await adjust(id, 'INCREASE', 1, other)).result.approvalId).toBeNull();
  });

  test('ends at midnight in Shanghai, also where the service carries it out on the next day', async () => {
    const id = nth(8);
    const now = Date.now();
    const midnight = startOfDay(shanghaiDay(new Date(now + 24 * 3_600_000))).getTime();
    const offsetSeconds = Math.floor((midnight - now) / 1000);
    await api.call('dev/clock', { offsetSeconds: offsetSeconds - 60 });
    for (let n = 0; n < 4; n++) await adjust(id, 'INCREASE', act);
    const { approvalId } = (await adjust(id, 'INCREASE', act)).result;
    await api.call('dev/clock', { offsetSeconds: offsetSeconds + 1 });
    expect((await adjust(id, 'INCREASE', act)).result.approvalId).toBeNull();
    await as(checker)('approval/approve', { id: approvalId });
    const days = await api.deps.database.prisma.makerDay.findMany({
      where: { makerId: maker.session.userId },
      orderBy: { day: 'asc' },
    });
    expect(days.map(({ amount, aloneAmount }) => [Number(amount), Number(aloneAmount)])).toEqual([
      [day, day],
      [2 * act, act],
    ]);
    await api.call('dev/clock', { offsetSeconds: 0 });
    await expectInvariants(api);
  });

  test('approved ones count in it too', async () => {
    const id = nth(9);
    const { approvalId } = (await adjust(id, 'INCREASE', day)).result;
    await as(checker)('approval/approve', { id: approvalId });
    expect((await adjust(id, 'INCREASE', 1)).result).toMatchObject({ adjustment: null });
  });

  test('twelve at once: four are done, eight wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => adjust(nth(10 + n), 'INCREASE', act)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(200));
    expect(answers.filter(({ result }) => result.approvalId === null)).toHaveLength(4);
    expect(answers.filter(({ result }) => result.adjustment === null)).toHaveLength(8);
    await expectInvariants(api);
  });

  test('what was refused or rolled back does not count', async () => {
    const id = nth(22);
    await adjust(id, 'CLEAR');
    const { available } = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
      where: { employeeId: id },
    });
    expect(Number(available)).toBe(0);
    const dayOf = () =>
      api.deps.database.prisma.makerDay.findMany({ where: { makerId: maker.session.userId } });
    const before = await dayOf();
    expect((await adjust(id, 'DECREASE', act)).code).toBe(406);
    expect(await dayOf()).toEqual(before);
    const low = await operator(api, '小额经办', { permissions, amountCeiling: 100 });
    expect((await adjust(id, 'INCREASE', 101, low)).msg).toContain('权限上限');
    expect(await api.deps.database.prisma.makerDay.count({ where: { makerId: low.session.userId } })).toBe(0);
  });
});

describe('a threshold that falls after an act has read it', () => {
  const ofTheAct = { amount: 99, dayAmount: day };
  const ofTheDay = { amount: 100, dayAmount: 199 };
  test.each([
    ['act', ofTheAct],
    ['day', ofTheDay],
  ])('of the %s: the act is handed in instead', async (_name, fallen) => {
    const id = nth(26);
    const { pool, prisma } = api.deps.database;
    const { tenantId, userId } = maker.session;
    expect((await adjust(id, 'INCREASE', 100)).result.approvalId).toBeNull();
    const before = await limitsOf(id);
    // The act has read the threshold when it waits for its maker's day.
    const other = await pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT amount FROM maker_days WHERE maker_id = $1 FOR UPDATE', [userId]);
      const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
      const under = adjust(id, 'INCREASE', 100);
      const held = () =>
        pool.query('SELECT FROM pg_locks WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0].pid]);
      await vi.waitFor(async () => expect((await held()).rows).not.toHaveLength(0), 10_000);
      await setThreshold(api, 'limitAdjustment', fallen);
      await other.query('COMMIT');
      expect(await under).toMatchObject({
        code: 200,
        result: { adjustment: null, approvalId: expect.any(String) },
      });
    } finally {
      other.release();
      await prisma.approvalThreshold.deleteMany({ where: { tenantId } });
    }
    expect(await limitsOf(id)).toEqual(before);
    await expectInvariants(api);
  });
});

describe('before it is handed in', () => {
  test('the forecast says the fund, whether it waits, and who can decide with which role', async () => {
    const { id, merchant } = employees[23] as (typeof employees)[number];
    const ask = (amount: number, person = maker) =>
      as(person)('approval/forecastAct', { subjectType: 'limitAdjustment', merchantId: merchant.id, amount });
    const alone = (await ask(act)).result;
    expect(alone).toMatchObject({
      waits: false,
      mayDecide: [],
      dayAmount: 0,
      threshold: { amount: act, dayAmount: day, count: null, dayCount: null },
    });
    await adjust(id, 'INCREASE', act);
    const after = (await ask(day - act + 1)).result;
    expect(after).toMatchObject({ waits: true, dayAmount: act, fundBalance: alone.fundBalance - act });
    expect((await ask(day - act)).result.waits).toBe(true);
    // Back and forth, until the day has exactly one act left.
    for (const type of ['DECREASE', 'INCREASE']) {
      expect(await adjust(id, type, act)).toMatchObject({ result: { approvalId: null } });
    }
    expect((await ask(act)).result).toMatchObject({ waits: false, dayAmount: day - act });
    await adjust(id, 'DECREASE', 1);
    expect((await ask(act)).result.waits).toBe(true);
    expect((await ask(act - 1)).result.waits).toBe(false);
    expect(after.mayDecide).toContainEqual({
      id: checker.session.userId,
      name: '额度复核',
      roles: ['额度复核'],
    });
    const blind = await operator(api, '旁人', { permissions: ['limit.view'] });
    expect((await ask(1, blind)).msg).toContain('没有权限');
    const elsewhere = await operator(api, '外地', { permissions, dataScope: 'SELF' });
    expect((await ask(1, elsewhere)).msg).toBe('记录不存在');
  });
});

describe('the database alone', () => {
  const insert = (columns: string, values: string) =>
    api.deps.database.pool.query(
      `INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason, created_by_id ${columns})
       SELECT tenant_id, merchant_id, employee_id, id, company_id, adjust_seq + 1, 'INCREASE', 'SINGLE', available + used, 100, available + used + 100, 'x', uuidv7() ${values}
       FROM limit_accounts WHERE employee_id = $1`,
      [nth(24)],
    );

  test('refuses a single adjustment that neither an approval nor a threshold lets through', async () => {
    await expect(insert('', '')).rejects.toThrow(/limit_adjustments_approved_or_within/);
    await expect(insert(', within_amount', ', 99')).rejects.toThrow(/limit_adjustments_approved_or_within/);
    await expect(insert(', approval_id', ', uuidv7()')).rejects.toThrow(/approval_id_fkey/);
  });

  test('refuses a day that passes its threshold, is negative, shrinks, or is taken away', async () => {
    await adjust(nth(24), 'INCREASE', 100);
    const change = (set: string) =>
      api.deps.database.pool.query(`UPDATE maker_days SET ${set} WHERE maker_id = $1`, [
        maker.session.userId,
      ]);
    await expect(change(`amount = 9000000, alone_amount = 9000000`)).rejects.toThrow(/alone_is_allowed/);
    await expect(change('alone_amount = alone_amount + 1')).rejects.toThrow(/alone_is_part/);
    await expect(change('amount = 0, alone_amount = 0')).rejects.toThrow(/only grows/);
    await expect(
      api.deps.database.pool.query('DELETE FROM maker_days WHERE maker_id = $1', [maker.session.userId]),
    ).rejects.toThrow(/permission denied/);
    await expect(
      api.deps.database.pool.query(
        `INSERT INTO maker_days (tenant_id, kind, maker_id, day, amount, count, alone_amount) VALUES ($1, 'limitBatch', $2, '2026-01-01', 0, 0, -1)`,
        [maker.session.tenantId, maker.session.userId],
      ),
    ).rejects.toThrow(/not_negative/);
  });
});
