import { connect } from '@xyxlx/database/connect';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { barePolicy } from '../../../../../../tests/support/bare-policy.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { openPlanDesk, type PlanDesk } from '../../../../../../tests/support/plan-desk.ts';
import { restrictedOperator } from '../../../../../../tests/support/restricted-operator.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { issueInvariants } from '../invariants.ts';

let api: TestApi;
let desk: PlanDesk;
const tenant = tenantId('A');

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  await api.deps.database.prisma.issuePlan.updateMany({
    where: { tenantId: tenant, state: 'ENABLED' },
    data: { state: 'DISABLED' },
  });
  desk = await openPlanDesk(api);
});
afterAll(() => api.close());

/** What an account has to spend, in fen. */
const spendable = async (employeeId: string) => {
  const account = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: { tenantId: tenant, employeeId },
  });
  return Number(account.available);
};

const days = (runs: { day: string; state: string }[]) => runs.map(({ day, state }) => [day.slice(5), state]);

test('4: working days from 18 September are those of the calendar, each once', async () => {
  desk.at('2026-09-17T12:00:00Z');
  const people = [await desk.hire('2026-01-01'), await desk.hire('2026-01-01')];
  const plan = await desk.enabled({
    schedule: { type: 'WORKDAY' },
    accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } },
    catchUp: { runs: 'ALL', days: 31 },
  });
  desk.at('2026-10-12T12:00:00Z');
  await desk.tick();
  const runs = await desk.runs(plan.id);
  expect(runs.map(({ day }) => day.slice(5))).toEqual(
    '09-18 09-20 09-21 09-22 09-23 09-24 09-28 09-29 09-30 10-08 10-09 10-10 10-12'.split(' '),
  );
  expect(runs.slice(0, 12).reduce((sum, { doneAmount }) => sum + doneAmount, 0)).toBe(2 * 12 * 2_500);
  for (const id of people) expect(await spendable(id)).toBe(13 * 2_500);
});

test('5: a cap issues what is missing to it, and then nothing', async () => {
  desk.at('2026-11-01T12:00:00Z');
  const id = await desk.hire('2026-01-01');
  const plan = await desk.enabled({
    accumulation: { kind: 'CAPPED', cap: 10_000 },
    amount: { by: 'SAME', amount: 4_000 },
  });
  for (const day of ['02', '03', '04', '05']) {
    desk.at(`2026-11-${day}T12:00:00Z`);
    await desk.tick();
  }
  const runs = await desk.runs(plan.id);
  expect(runs.map(({ amount, state }) => [amount, state])).toEqual([
    [4_000, 'DONE'],
    [4_000, 'DONE'],
    [2_000, 'DONE'],
    [0, 'DONE'],
  ]);
  expect(await spendable(id)).toBe(10_000);
});

describe('9: down from 20 November 22:00 to the 23rd 09:00', () => {
  async function downWith(more: object, ...replicas: TestApi[]) {
    desk.at('2026-11-20T13:00:00Z');
    const ids = [await desk.hire('2026-01-01'), await desk.hire('2026-01-01')];
    const plan = await desk.enabled(more);
    desk.at('2026-11-23T01:00:00Z');
    await desk.tick(...replicas);
    return { ids, runs: await desk.runs(plan.id), plan };
  }
  const kept = (runs: string) => ({
    accumulation: { kind: 'KEEP', ends: { by: 'DAYS', days: 30 } },
    catchUp: { runs, days: 7 },
  });

  test('what ended with its day is skipped', async () => {
    const { runs, ids } = await downWith({});
    expect(runs.map(({ day, state, message }) => [day, state, message])).toEqual([
      ['2026-11-21', 'SKIPPED', '已过有效期'],
      ['2026-11-22', 'SKIPPED', '已过有效期'],
      ['2026-11-23', 'DONE', ''],
    ]);
    expect(await spendable(ids[0] as string)).toBe(2_500);
  });

  test('what is kept is done in order, or the latest alone', async () => {
    const all = await downWith(kept('ALL'));
    expect(days(all.runs)).toEqual([
      ['11-21', 'DONE'],
      ['11-22', 'DONE'],
      ['11-23', 'DONE'],
    ]);
    const lots = await api.deps.database.prisma.limitLot.findMany({
      where: { tenantId: tenant, account: { employeeId: all.ids[0] as string } },
      orderBy: { id: 'asc' },
      include: { row: { include: { batch: true } } },
    });
    expect(lots.map(({ row }) => row.period)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    desk = await openPlanDesk(api);
    const latest = await downWith(kept('LATEST'));
    expect(latest.runs.map(({ state, message }) => [state, message])).toEqual([
      ['SKIPPED', '超过补发期限'],
      ['SKIPPED', '超过补发期限'],
      ['DONE', ''],
    ]);
  });

  test('two replicas do each once, and so does a clock that goes back and forward again', async () => {
    const replica = await api.replica();
    const { runs, plan, ids } = await downWith(kept('ALL'), replica, replica);
    expect(days(runs)).toEqual([
      ['11-21', 'DONE'],
      ['11-22', 'DONE'],
      ['11-23', 'DONE'],
    ]);
    for (const back of ['2026-11-20T14:00:00Z', '2026-11-22T01:00:00Z', '2026-11-23T02:00:00Z']) {
      desk.at(back);
      await desk.tick(replica);
    }
    expect(await desk.runs(plan.id)).toHaveLength(3);
    expect(await spendable(ids[0] as string)).toBe(7_500);
    await replica.close();
  });
});

test('enabling never runs the past, nor gives joiners a share of a period that began before', async () => {
  desk.at('2026-11-15T12:00:00Z');
  await desk.hire('2026-01-01');
  const plan = await desk.enabled({ schedule: { type: 'MONTHLY', day: 10 }, joiner: 'FULL' });
  await desk.hire('2026-11-16');
  for (const day of ['15', '16', '17']) {
    desk.at(`2026-11-${day}T12:30:00Z`);
    await desk.tick();
  }
  expect(await desk.runs(plan.id)).toEqual([]);
  expect(plan.nextRunOn).toBe('2026-12-10');
});

test('11: who was born on 29 February has their run a day early in a common year, once a year', async () => {
  desk.at('2027-02-27T12:00:00Z');
  const [leap] = [
    await desk.hire('2024-01-01', { birthday: new Date('2000-02-29') }),
    await desk.hire('2024-01-01', { birthday: new Date('2000-03-05') }),
  ];
  const plan = await desk.enabled({
    schedule: { type: 'BIRTHDAY' },
    accumulation: { kind: 'NONE', days: 30 },
  });
  for (const day of ['2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29', '2028-03-01']) {
    desk.at(`${day}T12:00:00Z`);
    await desk.tick();
  }
  const rows = await api.deps.database.prisma.issueRow.findMany({
    where: { tenantId: tenant, planId: plan.id, employeeId: leap as string },
    include: { batch: true },
    orderBy: { period: 'asc' },
  });
  expect(rows.map(({ period, batch }) => [period, batch.runOn?.toISOString().slice(0, 10)])).toEqual([
    ['2027', '2027-02-28'],
    ['2028', '2028-02-29'],
  ]);
});

test('12: a weekday that is moved after its run makes no second one in the week', async () => {
  desk.at('2026-11-15T12:00:00Z');
  await desk.hire('2026-01-01');
  const weekly = (weekday: number) => desk.form({ schedule: { type: 'WEEKLY', weekday } });
  const plan = await desk.enabled({ schedule: { type: 'WEEKLY', weekday: 1 } });
  desk.at('2026-11-16T12:00:00Z');
  await desk.tick();
  const { merchantId: _, ...more } = weekly(4) as { merchantId: string };
  const edited = await desk.act('editPlan', { ...more, id: plan.id, version: plan.version });
  const { version } = edited.result as { version: number };
  await desk.act('submitPlan', { id: plan.id, version, reason: '改为周四' });
  const { id } = await api.deps.database.prisma.approval.findFirstOrThrow({
    where: { tenantId: tenant, subjectId: plan.id, state: 'PENDING' },
  });
  await api.call('approval/approve', { id }, desk.checker);
  for (const day of ['19', '20', '26']) {
    desk.at(`2026-11-${day}T12:00:00Z`);
    await desk.tick();
  }
  const runs = await desk.runs(plan.id);
  expect(runs.map(({ day, period }) => [day, period])).toEqual([
    ['2026-11-16', '2026-W47'],
    ['2026-11-26', '2026-W48'],
  ]);
});

test('1: who joins within the month gets their share the day they come, once', async () => {
  desk.at('2026-10-31T12:00:00Z');
  await desk.hire('2026-01-01');
  const plan = await desk.enabled({
    schedule: { type: 'MONTHLY', day: 1 },
    amount: { by: 'SAME', amount: 25_001 },
    joiner: 'CALENDAR',
  });
  desk.at('2026-11-01T12:00:00Z');
  await desk.tick();
  desk.at('2026-11-15T12:00:00Z');
  const joiner = await desk.hire('2026-11-16');
  await desk.tick();
  expect(await spendable(joiner)).toBe(0);
  for (const day of ['16', '17', '18']) {
    desk.at(`2026-11-${day}T12:00:00Z`);
    await desk.tick();
  }
  expect(await spendable(joiner)).toBe(12_501);
  const runs = await desk.runs(plan.id);
  expect(runs.map(({ kind, day, period, amount, state }) => [kind, day, period, amount, state])).toEqual([
    ['RUN', '2026-11-01', '2026-11', 25_001, 'DONE'],
    ['JOINER', '2026-11-16', '2026-11', 12_501, 'DONE'],
  ]);
});

test('who joins gets their share though everybody in the period’s own run is frozen', async () => {
  desk.at('2026-10-20T04:00:00Z');
  await desk.hire('2026-01-05', { state: 'FROZEN' });
  const plan = await desk.enabled({ schedule: { type: 'MONTHLY', day: 1 }, joiner: 'FULL' });
  desk.at('2026-10-31T17:00:00Z');
  await desk.tick();
  const joiner = await desk.hire('2026-11-16');
  desk.at('2026-11-15T17:00:00Z');
  await desk.tick();
  expect(await spendable(joiner)).toBe(2_500);
  expect((await desk.runs(plan.id)).map(({ kind, day, state }) => [kind, day, state])).toEqual([
    ['RUN', '2026-11-01', 'FAILED'],
    ['JOINER', '2026-11-16', 'DONE'],
  ]);
});

test('who joins after a plan’s last day gets nothing of the period under way, and the preview counts on nothing for them', async () => {
  desk.at('2026-12-13T12:00:00Z');
  const within = await desk.hire('2026-12-16');
  const after = await desk.hire('2026-12-17');
  const plan = await desk.enabled({
    schedule: { type: 'MONTHLY', day: 14 },
    joiner: 'FULL',
    validTo: '2026-12-16',
  });
  const [next] = await desk.preview({ id: plan.id, count: 1 });
  expect(next).toMatchObject({ runOn: '2026-12-14', people: 0, joiners: 1, amount: 2_500 });
  for (const day of ['14', '15', '16', '17', '18']) {
    desk.at(`2026-12-${day}T12:00:00Z`);
    await desk.tick();
  }
  expect([await spendable(within), await spendable(after)]).toEqual([2_500, 0]);
});

describe('a run that nothing covers', () => {
  test('fails with what is missing, is tried again each half hour, and issues once there is enough', async () => {
    desk.at('2026-11-01T12:00:00Z');
    const id = await desk.hire('2026-01-01');
    const { prisma } = api.deps.database;
    const { companyId } = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId: tenant, employeeId: id },
    });
    const where = { tenantId: tenant, companyId, kind: 'ENTERPRISE' as const };
    const fund = await prisma.fundAccount.findFirstOrThrow({ where });
    // All but 50 yuan is promised to somebody else meanwhile.
    const elsewhere = fund.balance - fund.frozen - 5_000n;
    const frozen = async () => (await prisma.fundAccount.findFirstOrThrow({ where })).frozen;
    await prisma.fundAccount.updateMany({ where, data: { frozen: { increment: elsewhere } } });
    const plan = await desk.enabled({ amount: { by: 'SAME', amount: 15_000 } });
    desk.at('2026-11-01T16:11:00Z');
    await desk.tick();
    const [failed] = await desk.runs(plan.id);
    expect(failed).toMatchObject({
      state: 'FAILED',
      message: '企业资金余额不足，差 100.00 元',
      total: 0,
      amount: 0,
    });
    expect(await frozen()).toBe(fund.frozen + elsewhere);
    expect(await prisma.issueRow.count({ where: { tenantId: tenant, planId: plan.id } })).toBe(0);
    await prisma.fundAccount.updateMany({ where, data: { frozen: { decrement: elsewhere } } });
    desk.at('2026-11-01T16:40:00Z');
    await desk.tick();
    expect((await desk.runs(plan.id))[0]?.state).toBe('FAILED');
    desk.at('2026-11-01T16:42:00Z');
    await desk.tick();
    expect(await desk.runs(plan.id)).toMatchObject([{ state: 'DONE', doneAmount: 15_000 }]);
    expect(await spendable(id)).toBe(15_000);
    expect(await frozen()).toBe(fund.frozen);
  });
});

describe('a run whose 制度 was put out of force', () => {
  test('fails and says so without a row, is tried again by nobody but who asks for it, and issues then', async () => {
    desk.at('2026-11-01T12:00:00Z');
    const id = await desk.hire('2026-01-01');
    const { prisma } = api.deps.database;
    const { institutionId, move } = await barePolicy(api);
    const plan = await desk.enabled({
      ...{ institutionId, accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } } },
      schedule: { type: 'MONTHLY', day: 2 },
    });
    await move('DISABLED');
    desk.at('2026-11-01T16:11:00Z');
    await desk.tick();
    const failed = { state: 'FAILED', message: '制度未启用', total: 0, amount: 0, heldAmount: 0 };
    const [run] = await desk.runs(plan.id);
    expect(run).toMatchObject(failed);
    expect(await prisma.issueRow.count({ where: { tenantId: tenant, planId: plan.id } })).toBe(0);
    const retry = { id: run?.id, reason: '已启用' };
    expect(await desk.act('retryExecution', retry)).toMatchObject({ code: 406, msg: '制度未启用' });
    await move('ENABLED');
    desk.at('2026-11-01T18:00:00Z');
    await desk.tick();
    expect(await desk.runs(plan.id)).toMatchObject([failed]);
    const byDay = { planId: plan.id, runOn: '2026-11-02', reason: '已启用' };
    expect((await desk.act('retryExecution', { ...byDay, runOn: '2026-12-02' })).msg).toContain('不存在');
    const held = await restrictedOperator(api, ['creditlimit.view', 'creditlimit.issue']);
    expect((await desk.act('retryExecution', byDay, held)).msg).toBe('操作受限，请联系合规');
    expect((await desk.act('retryExecution', byDay)).code).toBe(200);
    await desk.tick();
    const { body } = await api.call('creditLimit/queryIssue', { planId: plan.id }, desk.maker);
    expect(body.result.list).toMatchObject([
      {
        id: run?.id,
        plan: { id: plan.id, name: plan.name },
        planVersion: 1,
        runOn: '2026-11-02',
        period: '2026-11',
      },
    ]);
    expect(await desk.runs(plan.id)).toMatchObject([{ state: 'DONE', doneAmount: 2_500, heldAmount: 0 }]);
    expect(await spendable(id)).toBe(2_500);
    await move('DISABLED');
  });

  test('whose rows were held already for a checker is refused when it is approved', async () => {
    desk.at('2026-11-01T12:00:00Z');
    for (let n = 0; n < 4; n += 1) await desk.hire('2026-01-01');
    const { prisma } = api.deps.database;
    const { institutionId, move } = await barePolicy(api);
    const plan = await desk.enabled({ institutionId });
    desk.at('2026-11-02T12:00:00Z');
    await desk.hire('2026-01-02');
    await desk.tick();
    const [run] = await desk.runs(plan.id);
    const where = { tenantId: tenant, subjectType: 'planRun', subjectId: run?.id as string };
    const { id } = await prisma.approval.findFirstOrThrow({ where });
    await move('DISABLED');
    const { body } = await api.call('approval/approve', { id }, desk.checker);
    expect(body).toMatchObject({ code: 406, msg: '制度未启用' });
    expect(await desk.runs(plan.id)).toMatchObject([{ state: 'SUBMITTED', heldAmount: 12_500 }]);
    expect((await api.call('approval/reject', { id, reason: '停用' }, desk.checker)).body.code).toBe(200);
    expect(await desk.runs(plan.id)).toMatchObject([{ state: 'REJECTED', heldAmount: 0 }]);
  });
});

describe('a run far beyond what was approved', () => {
  test('waits for a checker with its people, and issues what they saw', async () => {
    desk.at('2026-11-01T12:00:00Z');
    for (let n = 0; n < 4; n += 1) await desk.hire('2026-01-01');
    const plan = await desk.enabled();
    desk.at('2026-11-02T12:00:00Z');
    await desk.hire('2026-01-02');
    await desk.tick();
    expect(await desk.runs(plan.id)).toMatchObject([
      { state: 'SUBMITTED', total: 5, amount: 12_500, message: '人数或金额超出审批', heldAmount: 12_500 },
    ]);
    const waiting = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId: tenant, subjectType: 'planRun', state: 'PENDING' },
    });
    expect((await api.call('approval/approve', { id: waiting.id }, desk.maker)).body.code).toBe(406);
    await desk.hire('2026-01-03');
    expect((await api.call('approval/approve', { id: waiting.id }, desk.checker)).body).toMatchObject({
      code: 200,
    });
    await desk.tick();
    expect(await desk.runs(plan.id)).toMatchObject([
      { state: 'DONE', total: 5, doneAmount: 12_500, heldAmount: 0 },
    ]);
    desk.at('2026-11-03T12:00:00Z');
    await desk.tick();
    const again = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId: tenant, subjectType: 'planRun', state: 'PENDING' },
    });
    const rejected = await api.call('approval/reject', { id: again.id, reason: '太多' }, desk.checker);
    expect(rejected.body).toMatchObject({ code: 200 });
    expect((await desk.runs(plan.id))[1]).toMatchObject({ state: 'REJECTED', heldAmount: 0 });
  });
});

describe('by hand', () => {
  test('a coming run is skipped and does not come; done after all it is issued once', async () => {
    desk.at('2026-11-01T12:00:00Z');
    const id = await desk.hire('2026-01-01');
    const plan = await desk.enabled({ accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } } });
    const run = { planId: plan.id, runOn: '2026-11-02', reason: '放假' };
    expect(await desk.act('reissueExecution', run)).toMatchObject({ code: 406, msg: '该期尚未到期' });
    expect(await desk.act('skipExecution', run)).toMatchObject({ code: 200, result: { state: 'SKIPPED' } });
    expect(await desk.act('skipExecution', run)).toMatchObject({
      code: 406,
      msg: '已被处理',
    });
    expect(await desk.act('reissueExecution', run)).toMatchObject({ code: 406, msg: '该期尚未到期' });
    desk.at('2026-11-02T12:00:00Z');
    await desk.tick();
    expect(await spendable(id)).toBe(0);
    expect((await desk.act('reissueExecution', run)).code).toBe(200);
    await desk.tick();
    expect(await spendable(id)).toBe(2_500);
    expect(await desk.act('reissueExecution', run)).toMatchObject({ code: 406, msg: '本期已发放' });
    expect(await desk.act('skipExecution', run)).toMatchObject({ code: 406 });
    expect(await spendable(id)).toBe(2_500);
  });

  test('what was before the plan began is done as one who asks for it wants, once', async () => {
    desk.at('2026-11-15T12:00:00Z');
    const id = await desk.hire('2026-01-01');
    const plan = await desk.enabled({ schedule: { type: 'MONTHLY', day: 10 } });
    const run = { planId: plan.id, runOn: '2026-11-10', reason: '补发' };
    expect((await desk.act('reissueExecution', run)).code).toBe(200);
    await desk.tick();
    expect(await spendable(id)).toBe(2_500);
    expect(await desk.act('reissueExecution', { ...run, runOn: '2026-11-11' })).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
  });

  /** A run of so many at work and one frozen, who is at work again by now. */
  async function frozenAtRun(atWork: number) {
    desk.at('2026-11-01T12:00:00Z');
    for (let n = 0; n < atWork; n++) await desk.hire('2026-01-01');
    const frozen = await desk.hire('2026-01-01', { state: 'FROZEN' });
    // Who is not at work yet has no row.
    await desk.hire('2026-01-01', { state: 'PENDING' });
    const plan = await desk.enabled({ accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } } });
    desk.at('2026-11-02T12:00:00Z');
    await desk.tick();
    const [run] = await desk.runs(plan.id);
    expect(run).toMatchObject({ state: 'PARTLY_DONE', total: atWork + 1, amount: atWork * 2_500 });
    const rows = await desk.act('queryExecutionRow', { issueId: run?.id, state: ['FAILED'] });
    expect(rows).toMatchObject({ result: { list: [{ message: '员工已冻结' }] } });
    await api.deps.database.prisma.employee.updateMany({
      where: { tenantId: tenant, id: frozen },
      data: { state: 'ACTIVE' },
    });
    return { plan, frozen, id: run?.id };
  }

  test('the frozen ones of a run get theirs when it is tried again, up to a fifth more than was approved', async () => {
    const { plan, frozen, id } = await frozenAtRun(5);
    expect((await desk.act('retryExecution', { id, reason: '已解冻' })).code).toBe(200);
    await desk.tick();
    expect((await desk.runs(plan.id))[0]).toMatchObject({ state: 'DONE', doneAmount: 15_000, heldAmount: 0 });
    expect(await spendable(frozen)).toBe(2_500);
  });

  test('a try that would issue more than that is refused, as is one among the batches by hand', async () => {
    const { plan, frozen, id } = await frozenAtRun(4);
    expect(await desk.act('retryExecution', { id, reason: '已解冻' })).toMatchObject({
      ...{ code: 406, msg: '金额超出计划审批的 1.2 倍，失败的行请另建批次发放' },
    });
    const maker = await api.signIn('13800000002');
    const { version } = (await api.call('creditLimit/getIssue', { id }, maker)).body.result;
    const { body } = await api.call('creditLimit/retryIssue', { id, version }, maker);
    expect(body.msg).toBe('请在执行列表重试');
    await desk.tick();
    expect((await desk.runs(plan.id))[0]).toMatchObject({ state: 'PARTLY_DONE', doneAmount: 10_000 });
    expect(await spendable(frozen)).toBe(0);
  });
});

test('working days of a year without a calendar wait for it, and are made up for', async () => {
  desk.at('2026-12-31T12:00:00Z');
  const id = await desk.hire('2026-01-01');
  const plan = await desk.enabled({
    schedule: { type: 'WORKDAY' },
    accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } },
  });
  desk.at('2027-01-06T12:00:00Z');
  await desk.tick();
  expect(await desk.runs(plan.id)).toEqual([]);
  const platform = await api.signIn('13800000001');
  const off = { layer: 'NATIONAL', day: '2027-01-01', kind: 'OFF', name: '元旦' };
  expect((await api.call('workCalendar/editDay', off, platform)).body.code).toBe(200);
  await desk.tick();
  expect((await desk.runs(plan.id)).map(({ day }) => day)).toEqual([
    '2027-01-04',
    '2027-01-05',
    '2027-01-06',
  ]);
  expect(await spendable(id)).toBe(7_500);
});

test('13: what a leaver spent beyond their share of the month is reported, and what they did not is recovered', async () => {
  desk.at('2027-10-31T12:00:00Z');
  const [leaver, saver] = [await desk.hire('2026-01-01'), await desk.hire('2026-01-01')];
  const plan = await desk.enabled({
    schedule: { type: 'MONTHLY', day: 1 },
    amount: { by: 'SAME', amount: 30_000 },
    joiner: 'CALENDAR',
  });
  desk.at('2027-11-01T12:00:00Z');
  await desk.tick();
  desk.at('2027-11-10T04:00:00Z');
  const admin = await api.signIn('13800000001');
  for (const [employeeId, amount] of [
    [leaver, 14_000],
    [saver, 10_000],
  ] as const) {
    expect((await api.call('dev/pay', { employeeId, amount }, desk.maker)).body).toMatchObject({ code: 200 });
    const left = await api.call('employee/leaveEmployee', { ids: [employeeId], reason: '离职' }, admin);
    expect(left.body).toMatchObject({ code: 200, result: { rows: [{ ok: true }] } });
    expect(await spendable(employeeId)).toBe(0);
  }
  const days = { leftFrom: '2027-11-10', leftTo: '2027-11-10' };
  expect(await desk.act('queryOverspent', { ...days, merchantId: desk.merchantId })).toMatchObject({
    result: [
      {
        id: leaver,
        plan: { id: plan.id },
        period: '2027-11',
        leftOn: '2027-11-10',
        issuedAmount: 30_000,
        spentAmount: 14_000,
        overAmount: 4_000,
      },
    ],
  });
  expect((await desk.act('queryOverspent', { leftFrom: '2027-11-11', leftTo: '2027-11-30' })).result).toEqual(
    [],
  );
});

test('a plan that can not be looked at keeps no other from running', async () => {
  desk.at('2026-11-01T12:00:00Z');
  await desk.hire('2026-01-01');
  const broken = await desk.enabled();
  const sound = await desk.enabled();
  const owner = await connect(api.databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query(`UPDATE issue_plan_versions SET definition = '{}' WHERE plan_id = $1`, [broken.id]);
  desk.at('2026-11-02T12:00:00Z');
  await desk.tick();
  expect(await desk.runs(broken.id)).toEqual([]);
  expect(await desk.runs(sound.id)).toMatchObject([{ state: 'DONE' }]);
  await owner.query('UPDATE issue_plan_versions SET definition = $1 WHERE plan_id = $2', [
    sound.newest.definition,
    broken.id,
  ]);
  await owner.end();
  await desk.tick();
  expect(await desk.runs(broken.id)).toMatchObject([{ state: 'DONE' }]);
});

describe('to-dos', () => {
  const todos = async (token = desk.maker) =>
    (await api.call('home/getHome', {}, token)).body.result.todos as { kind: string; count: number }[];
  const countOf = async (kind: string) => (await todos()).find((todo) => todo.kind === kind)?.count ?? 0;

  test('tell of plans that the free funds do not cover for seven days, as the list filtered to them has', async () => {
    desk.at('2026-11-22T12:00:00Z');
    const id = await desk.hire('2026-01-01');
    const { prisma } = api.deps.database;
    const { companyId } = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId: tenant, employeeId: id },
    });
    const where = { tenantId: tenant, companyId, kind: 'ENTERPRISE' as const };
    const fund = await prisma.fundAccount.findFirstOrThrow({ where });
    const amount = Math.floor(Number(fund.balance - fund.frozen) / 7);
    const covered = await desk.enabled({ amount: { by: 'SAME', amount } });
    await desk.tick();
    expect(await countOf('planShort')).toBe(0);
    const more = await desk.enabled({ amount: { by: 'SAME', amount: 100 } });
    await desk.tick();
    expect(await countOf('planShort')).toBe(2);
    const { result } = await desk.act('queryPlan', { short: true });
    const { list } = result as { list: { id: string }[] };
    expect(list.map((plan) => plan.id).sort()).toEqual([covered.id, more.id].sort());
  });

  test('ask for next year’s calendar from 1 December on, until it has a day', async () => {
    const own = { tenantId: tenant, day: new Date('2027-01-01'), kind: 'OFF' as const, name: '元旦' };
    const { prisma } = api.deps.database;
    await prisma.$executeRaw`DELETE FROM national_days WHERE day >= '2027-01-01'`;
    desk.at('2026-11-30T15:59:00Z');
    expect(await countOf('calendarMissing')).toBe(0);
    desk.at('2026-11-30T16:01:00Z');
    expect(await countOf('calendarMissing')).toBe(1);
    await prisma.workDay.create({ data: own });
    expect(await countOf('calendarMissing')).toBe(0);
    await prisma.workDay.deleteMany({ where: { tenantId: tenant } });
  });
});

test('all that must be true of money and limits is so after all of it', async () => {
  // The seeds have billed the months before this one.
  await expectInvariants(api, ['billsAreFunds', 'billLinesTie']);
});

test('a run is what was approved: the database starts no other, and the invariant finds one', async () => {
  desk.at('2026-11-20T13:00:00Z');
  await desk.hire('2026-01-01');
  const plan = await desk.enabled({});
  desk.at('2026-11-21T01:00:00Z');
  await desk.tick();
  const owner = await connect(api.databaseUrl);
  const violations = issueInvariants.find(({ name }) => name === 'runsWereApproved')?.violations as string;
  const found = async () => (await owner.query(violations, [tenant])).rows;
  const past = async (breaking: string) => {
    await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    const { rowCount } = await owner.query(breaking, [plan.id]);
    expect(rowCount).toBe(1);
  };
  const ofPlan = `WHERE tenant_id = '${tenant}' AND plan_id = $1`;
  try {
    expect(await found()).toEqual([]);
    for (const broken of [
      'most_amount = 2083',
      `state = 'DRAFT', published_at = NULL`,
      'approval_id = NULL',
    ]) {
      await past(`UPDATE issue_plan_versions SET ${broken} ${ofPlan}`);
      expect(await found()).not.toEqual([]);
      await owner.query('ROLLBACK');
    }
    await past(`UPDATE issue_batches SET state = 'SCHEDULED', amount = 3001 ${ofPlan}`);
    await owner.query(`SET LOCAL session_replication_role = 'origin'`);
    const start = owner.query(`UPDATE issue_batches SET state = 'RUNNING' ${ofPlan}`, [plan.id]);
    await expect(start).rejects.toThrow(/refuse_unapproved_run/);
    await owner.query('ROLLBACK');
  } finally {
    await owner.end();
  }
});
