import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { dayBefore, shanghaiDay } from '../../../platform/time/shanghai.ts';

let api: TestApi;
let maker: string;
let checker: string;
let other: string;
let merchantId: string;
let people: { id: string; departmentId: string | null }[];

const tenant = tenantId('A');

beforeAll(async () => {
  api = await startTestApi();
  beNoonOf(tomorrow());
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
  other = await api.signIn('13800000004');
  const { prisma } = api.deps.database;
  const [most] = await prisma.employee.groupBy({
    by: ['merchantId'],
    where: { tenantId: tenant, state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    _count: true,
    orderBy: { _count: { id: 'desc' } },
    take: 1,
  });
  merchantId = most?.merchantId as string;
  people = await prisma.employee.findMany({
    where: { tenantId: tenant, merchantId, state: 'ACTIVE' },
    orderBy: { employeeNo: 'asc' },
  });
  expect(people.length).toBeGreaterThan(8);
});
afterAll(() => api.close());

const tomorrow = () => dayBefore(shanghaiDay(api.clock.now()), -1);
/** Sets the business clock: the run of the day is over, at whatever hour the tests are run. */
function beNoonOf(day: string): void {
  api.clock.setBusinessOffset(Date.parse(`${day}T12:00:00+08:00`) - api.clock.now().getTime());
}

let named = 0;
const today = () => shanghaiDay(api.clock.businessNow());
const form = (more: object = {}) => {
  named += 1;
  return {
    ...{ merchantId, name: `计划${named}`, target: { by: 'ALL' }, amount: { by: 'SAME', amount: 2_500 } },
    ...{ schedule: { type: 'DAILY' }, accumulation: { kind: 'NONE' }, validFrom: '2026-01-01', ...more },
  };
};
const add = async (more: object = {}, token = maker) =>
  (await api.call('autoIssue/addPlan', form(more), token)).body;
const act = async (action: string, { id, version }: { id: string; version: number }, token = maker) =>
  (await api.call(`autoIssue/${action}`, { id, version, reason: '需要' }, token)).body;
const preview = async (input: object, token = maker) =>
  (await api.call('autoIssue/previewPlan', input, token)).body;

/** Has the plan approved that waits, and returns it. */
async function approved(id: string) {
  const { id: approvalId } = await api.deps.database.prisma.approval.findFirstOrThrow({
    where: { tenantId: tenant, subjectType: 'issuePlan', subjectId: id, state: 'PENDING' },
  });
  const { body } = await api.call('approval/approve', { id: approvalId }, checker);
  expect(body).toMatchObject({ code: 200 });
  return (await api.call('autoIssue/getPlan', { id }, maker)).body.result;
}

describe('a plan', () => {
  test('is added as a draft with its number, its words in both languages and its first version', async () => {
    const { result } = await add({
      name: '每月福利',
      schedule: { type: 'MONTHLY', day: 1, restDay: 'NEXT' },
      amount: { by: 'SAME', amount: 30_000 },
      accumulation: { kind: 'CAPPED', cap: 90_000 },
      joiner: 'CALENDAR',
    });
    expect(result).toMatchObject({
      code: expect.stringMatching(/^FP\d{8}$/),
      type: 'MONTHLY',
      state: 'DRAFT',
      versionNo: 1,
      next: null,
      nextRunOn: null,
      nextAmount: null,
      lastState: null,
      published: null,
      newest: { no: 1, state: 'DRAFT', mostAmount: null, definition: { schedule: { time: '00:10' } } },
      words:
        '每月 1 日 00:10（休息日顺延到后一工作日），向全体员工，每人发放 300.00 元，累计至 900.00 元为止，新入职按自然日折算，自 2026-01-01 起',
    });
    const { body } = await api.call('autoIssue/getPlan', { id: result.id }, maker, {
      'Accept-Language': 'en',
    });
    expect(body.result.words).toBe(
      'Day 1 of each month at 00:10 (rest days: the working day after), to all employees, ¥300.00 each, adding up to ¥900.00, joiners: by calendar days, from 2026-01-01',
    );
  });

  test('has a name that no other living plan of the merchant has', async () => {
    const { result } = await add({ name: '重名' });
    expect(await add({ name: '重名' })).toMatchObject({ code: 406, msg: '名称已存在' });
    expect((await act('archivePlan', result)).result.state).toBe('ARCHIVED');
    expect((await add({ name: '重名' })).code).toBe(200);
  });

  test('names festivals of the calendar, and people and 制度 of its own merchant and tenant', async () => {
    const festival = (name: string) => ({
      schedule: { type: 'FESTIVAL', festivals: [{ by: 'CALENDAR', name }] },
      accumulation: { kind: 'NONE', days: 30 },
    });
    expect(await add(festival('寒衣节'))).toMatchObject({ code: 406, msg: '节日不在日历：寒衣节' });
    expect((await add(festival('春节'))).code).toBe(200);
    const { prisma } = api.deps.database;
    const foreign = await prisma.employee.findFirstOrThrow({ where: { tenantId: { not: tenant } } });
    const elsewhere = await prisma.employee.findFirstOrThrow({
      where: { tenantId: tenant, merchantId: { not: merchantId } },
    });
    const missing = { code: 406, msg: '记录不存在' };
    for (const { id } of [foreign, elsewhere])
      expect(await add({ target: { by: 'EMPLOYEE', ids: [id] } })).toMatchObject(missing);
    const theirs = await prisma.institution.findFirst({ where: { tenantId: { not: tenant } } });
    expect(await add({ institutionId: theirs?.id ?? crypto.randomUUID() })).toMatchObject(missing);
    expect(await add({ merchantId: foreign.merchantId })).toMatchObject(missing);
    const disabled = await prisma.institution.create({
      data: { tenantId: tenant, code: 'ZD90000001', name: '草稿制度' },
    });
    expect(await add({ institutionId: disabled.id })).toMatchObject({ code: 406, msg: '制度未启用' });
    expect(await add({ validTo: dayBefore(today(), 1), validFrom: '2026-01-01' })).toMatchObject({
      code: 406,
      msg: '有效期已过',
    });
  });

  test('is seen and edited in its own tenant alone', async () => {
    const { result } = await add();
    for (const action of ['submitPlan', 'disablePlan', 'archivePlan'])
      expect(await act(action, result, other)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect((await api.call('autoIssue/getPlan', { id: result.id }, other)).body.code).toBe(406);
    const edit = { ...form(), id: result.id, version: 1, merchantId: undefined };
    expect((await api.call('autoIssue/editPlan', edit, other)).body.msg).toBe('记录不存在');
    expect((await preview({ id: result.id }, other)).msg).toBe('记录不存在');
    const { list } = (await api.call('autoIssue/queryPlan', { keyword: result.code }, other)).body.result;
    expect(list).toEqual([]);
  });

  test('waits for somebody else’s word with what it issues in 31 days, and runs from then on', async () => {
    const added = (await add()).result;
    const submitted = (await act('submitPlan', added)).result;
    expect(submitted).toMatchObject({
      state: 'SUBMITTED',
      newest: { state: 'SUBMITTED', mostAmount: people.length * 2_500, mostPeople: people.length },
    });
    expect(await act('submitPlan', submitted)).toMatchObject({ msg: '已提交审批，请勿重复提交' });
    const waiting = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId: tenant, subjectType: 'issuePlan', subjectId: added.id },
    });
    expect(Number(waiting.amount)).toBe(people.length * 2_500 * 31);
    expect((await api.call('approval/approve', { id: waiting.id }, maker)).body.code).toBe(406);
    const enabled = await approved(added.id);
    expect(enabled).toMatchObject({
      state: 'ENABLED',
      nextRunOn: dayBefore(today(), -1),
      nextAmount: people.length * 2_500,
      published: { no: 1, state: 'PUBLISHED' },
    });
  });

  test('that is enabled runs on by its version while the next one is written and waits', async () => {
    const added = (await add()).result;
    await act('submitPlan', added);
    const enabled = await approved(added.id);
    expect(await act('submitPlan', enabled)).toMatchObject({ code: 406, msg: '没有待提交的修改' });
    const { merchantId: _, ...more } = form({ amount: { by: 'SAME', amount: 5_000 } });
    const edit = { ...more, id: added.id, version: enabled.version };
    const edited = (await api.call('autoIssue/editPlan', edit, maker)).body.result;
    expect(edited).toMatchObject({
      state: 'ENABLED',
      versionNo: 1,
      next: { no: 2, state: 'DRAFT' },
      nextAmount: people.length * 2_500,
    });
    const stale = { ...edit, name: '晚了' };
    expect((await api.call('autoIssue/editPlan', stale, maker)).body.msg).toContain('已被');
    await act('submitPlan', edited);
    expect(await approved(added.id)).toMatchObject({
      versionNo: 2,
      next: null,
      nextAmount: people.length * 5_000,
      published: { no: 2, mostAmount: people.length * 5_000 },
    });
  });

  test('whose 制度 was put out of force meanwhile is not approved', async () => {
    const { prisma } = api.deps.database;
    const institution = await prisma.institution.create({
      data: { tenantId: tenant, code: 'ZD90000098', name: '计划停用', state: 'ENABLED' },
    });
    const added = (await add({ institutionId: institution.id })).result;
    await act('submitPlan', added);
    await prisma.institution.update({
      where: { tenantId_id: { tenantId: tenant, id: institution.id } },
      data: { state: 'DISABLED' },
    });
    const { id } = await prisma.approval.findFirstOrThrow({
      where: { subjectId: added.id, state: 'PENDING' },
    });
    expect((await api.call('approval/approve', { id }, checker)).body.msg).toBe('制度未启用');
    const { body } = await api.call('autoIssue/getPlan', { id: added.id }, maker);
    expect(body.result).toMatchObject({ state: 'SUBMITTED', published: null });
  });

  test('keeps its type, and its version that waits', async () => {
    const added = (await add()).result;
    const edit = {
      ...form({ schedule: { type: 'WORKDAY' } }),
      id: added.id,
      version: 1,
      merchantId: undefined,
    };
    expect((await api.call('autoIssue/editPlan', edit, maker)).body).toMatchObject({
      code: 406,
      msg: '计划类型不能修改',
    });
    const submitted = (await act('submitPlan', added)).result;
    const late = { ...form(), id: added.id, version: submitted.version, merchantId: undefined };
    expect((await api.call('autoIssue/editPlan', late, maker)).body.msg).toBe('已提交审批，请勿重复提交');
  });

  test('that is disabled takes back what waits of it, and is handed in again as a new version', async () => {
    const added = (await add()).result;
    await act('submitPlan', added);
    const enabled = await approved(added.id);
    const disabled = (await act('disablePlan', enabled)).result;
    expect(disabled).toMatchObject({ state: 'DISABLED', nextRunOn: null });
    const again = (await act('submitPlan', disabled)).result;
    expect(again).toMatchObject({ state: 'SUBMITTED', newest: { no: 2, state: 'SUBMITTED' } });
    const { id: approvalId } = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId: tenant, subjectType: 'issuePlan', subjectId: added.id, state: 'PENDING' },
    });
    const reject = { id: approvalId, reason: '金额有误' };
    expect((await api.call('approval/reject', reject, checker)).body.code).toBe(200);
    const back = (await api.call('autoIssue/getPlan', { id: added.id }, maker)).body.result;
    expect(back).toMatchObject({ state: 'DRAFT', newest: { no: 2, state: 'DRAFT' } });
  });
});

describe('a preview', () => {
  const plan = (more: object) => {
    const { name: _, ...rest } = form(more);
    return { plan: rest };
  };

  test('has as many runs as asked for, with people, amounts and what the fund has left', async () => {
    const { result } = await preview({ ...plan({}), count: 3 });
    const free = result[0].fundAfter + people.length * 2_500;
    expect(result.map((run: { runOn: string }) => run.runOn)).toEqual(
      [1, 2, 3].map((days) => dayBefore(today(), -days)),
    );
    for (const [at, run] of result.entries()) {
      expect(run).toMatchObject({
        people: people.length,
        joiners: 0,
        amount: people.length * 2_500,
        period: run.runOn,
        lastDay: run.runOn,
        fundAfter: free - (at + 1) * people.length * 2_500,
      });
    }
  });

  test('within a cap counts on what the runs before it issue', async () => {
    const { result } = await preview({
      ...plan({
        target: { by: 'EMPLOYEE', ids: people.slice(0, 2).map(({ id }) => id) },
        accumulation: { kind: 'CAPPED', cap: 10_000 },
        amount: { by: 'SAME', amount: 4_000 },
      }),
      count: 4,
    });
    expect(
      result.map(({ people: count, amount }: { people: number; amount: number }) => [count, amount]),
    ).toEqual([
      [2, 8_000],
      [2, 8_000],
      [2, 4_000],
      [0, 0],
    ]);
  });

  test('of birthdays has the days that are somebody’s', async () => {
    const { prisma } = api.deps.database;
    const [first, second] = people;
    const born = async (id: string | undefined, day: string) =>
      prisma.employee.update({
        where: { tenantId_id: { tenantId: tenant, id: id as string } },
        data: { birthday: new Date(`1990-${day}`) },
      });
    await born(first?.id, dayBefore(today(), -10).slice(5));
    await born(second?.id, dayBefore(today(), -20).slice(5));
    const { result } = await preview({
      ...plan({
        target: { by: 'EMPLOYEE', ids: people.slice(0, 2).map(({ id }) => id) },
        schedule: { type: 'BIRTHDAY', lead: 3 },
        accumulation: { kind: 'NONE', days: 30 },
      }),
      count: 2,
    });
    expect(result).toMatchObject([
      { runOn: dayBefore(today(), -7), people: 1, amount: 2_500 },
      { runOn: dayBefore(today(), -17), people: 1, amount: 2_500 },
    ]);
  });

  // The national calendar is there for 2026, and not for 2027.
  describe('of working days', () => {
    beforeAll(() => beNoonOf('2026-12-01'));
    afterAll(() => beNoonOf(tomorrow()));

    test('in a year without a calendar waits for it', async () => {
      const { result } = await preview({
        ...plan({ schedule: { type: 'WORKDAY' }, validFrom: '2026-12-31' }),
      });
      expect(result).toMatchObject([
        { runOn: '2026-12-31', note: '' },
        { runOn: '2027-01-01', runAt: null, people: 0, note: '待日历发布' },
      ]);
    });

    test('goes by the tenant’s own days above the national ones', async () => {
      const { prisma } = api.deps.database;
      const day = new Date('2026-12-24');
      await prisma.nationalDay.create({ data: { day, kind: 'OFF', name: '假日' } });
      const { plan: workdays } = plan({ schedule: { type: 'WORKDAY' }, validFrom: '2026-12-23' });
      const days = async () =>
        (await preview({ plan: workdays, count: 2 })).result.map((run: { runOn: string }) => run.runOn);
      expect(await days()).toEqual(['2026-12-23', '2026-12-25']);
      await prisma.workDay.create({ data: { tenantId: tenant, day, kind: 'WORK', name: '盘点' } });
      expect(await days()).toEqual(['2026-12-23', '2026-12-24']);
      await prisma.workDay.deleteMany({ where: { tenantId: tenant, day } });
      await prisma.$executeRaw`DELETE FROM national_days WHERE day = ${day}::date`;
    });
  });

  test.each([
    ['an amount of 0', { amount: { by: 'SAME', amount: 0 } }],
    ['an amount of −1', { amount: { by: 'SAME', amount: -1 } }],
    ['a part of a fen', { amount: { by: 'SAME', amount: 1.005 } }],
    ['a text', { amount: { by: 'SAME', amount: '12' } }],
    ['2^53', { amount: { by: 'SAME', amount: 2 ** 53 } }],
    ['amounts of a file', { amount: { by: 'EACH' } }],
    ['weekday 8', { schedule: { type: 'WEEKLY', weekday: 8 } }],
    ['time 24:00', { schedule: { type: 'DAILY', time: '24:00' } }],
    ['birthdays without days', { schedule: { type: 'BIRTHDAY' } }],
    ['an end before the beginning', { validTo: '2025-12-31' }],
  ])('of %s is refused, and so is the plan', async (_what, wrong) => {
    const { merchantId: _, ...rest } = form(wrong);
    expect((await api.call('autoIssue/previewPlan', plan(wrong), maker)).status).toBe(400);
    expect((await api.call('autoIssue/addPlan', { ...rest, merchantId }, maker)).status).toBe(400);
  });

  test('of 13 runs, or of nothing, is refused', async () => {
    expect((await api.call('autoIssue/previewPlan', { ...plan({}), count: 13 }, maker)).status).toBe(400);
    expect((await api.call('autoIssue/previewPlan', {}, maker)).status).toBe(400);
  });
});
