import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';

interface Place {
  desk: BatchDesk;
  employeeId: string;
  companyId: string;
}

let api: TestApi;
let maker: string;
/** Two companies of one tenant, neither of which is its topmost, each with a merchant and an employee. */
let places: [Place, Place];

beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  const many = { ...plenty, count: 1_000, dayCount: 1_000 };
  for (const kind of ['limitAdjustment', 'limitAdjustmentUndo']) await setThreshold(api, kind, plenty);
  for (const kind of ['limitBatch', 'limitBatchUndo']) await setThreshold(api, kind, many);
  const { prisma } = api.deps.database;
  const found = new Map<string, Place>();
  const merchants = await prisma.merchant.findMany({
    where: { tenant: { code: 'huadong' }, state: 'ACTIVE', company: { parentId: { not: null } } },
    include: { employees: { where: { state: 'ACTIVE' }, orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  });
  for (const { id, companyId, employees } of merchants) {
    const [employee] = employees;
    if (!companyId || employees.length < 2 || !employee || found.has(companyId)) continue;
    found.set(companyId, { desk: await openBatchDesk(api, id), employeeId: employee.id, companyId });
  }
  places = [...found.values()].slice(0, 2) as [Place, Place];
  expect(places).toHaveLength(2);
});
afterAll(() => api.close());

async function balances(): Promise<Map<string, bigint>> {
  const accounts = await api.deps.database.prisma.fundAccount.findMany();
  return new Map(accounts.map(({ companyId, kind, balance }) => [`${kind} ${companyId}`, balance]));
}

/** What an act moves of every fund there is, in fen; the others are left out. */
async function moved(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await act();
  const after = await balances();
  const changes = [...after].map(([fund, balance]) => [fund, Number(balance - (before.get(fund) ?? 0n))]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

function bothOf(companyId: string, delta: number): Record<string, number> {
  return { [`ENTERPRISE ${companyId}`]: delta, [`RESERVE ${companyId}`]: -delta };
}

async function done(path: string, input: object, token = maker) {
  const { body } = await api.call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

/** Gives the first two people of a merchant's sheet ten yuan more each; the batch once that is carried out. */
async function giveByBatch(desk: BatchDesk) {
  const [head, ...lines] = await desk.sheet();
  const people = lines.filter((line) => line[3] === '已激活').slice(0, 2);
  const more = people.map((line) => line.with(7, (Number(line[7]) + 10).toFixed(2)));
  const { body } = await desk.upload([head as string[], ...more]);
  const { id, version } = await desk.settled(body.result.batchId);
  await done('billChange/confirmBatch', { id, version });
  const batch = await desk.settled(id);
  expect(batch).toMatchObject({ state: 'DONE', done: 2 });
  return batch;
}

describe.each([0, 1] as const)('of two companies, number %i pays for its own limits alone', (n) => {
  /** 企业资金 moves by so much, and 备付金 the other way. */
  const both = (delta: number) => bothOf(places[n].companyId, delta);
  const adjust = (type: string, amount?: number) =>
    done('limit/adjustLimit', {
      employeeId: places[n].employeeId,
      type,
      reason: 't',
      ...(amount && { amount }),
    });

  it('a single adjustment of each type, and its undo', async () => {
    let adjustment: { id: string } = { id: '' };
    const given = await moved(async () => {
      ({ adjustment } = await adjust('INCREASE', 9_000));
    });
    expect(given).toEqual(both(-9_000));
    expect(await moved(() => adjust('DECREASE', 1_000))).toEqual(both(1_000));
    expect(await moved(() => adjust('RECOVER', 2_000))).toEqual(both(2_000));
    expect(await moved(() => adjust('FREEZE', 500))).toEqual({});
    expect(await moved(() => adjust('UNFREEZE', 500))).toEqual({});
    const employee = { id: places[n].employeeId };
    const { availableLimit } = await done('employee/getEmployee', employee);
    const left = Math.min(9_000, availableLimit);
    const undo = () => done('limit/undoAdjustment', { id: adjustment.id, reason: '录入错误' });
    expect(await moved(undo)).toEqual(both(left));
  });

  it('a batch and its undo', async () => {
    let batch = { id: '', version: 0 };
    const given = await moved(async () => {
      batch = await giveByBatch(places[n].desk);
    });
    expect(given).toEqual(both(-2_000));
    const { id, version } = batch;
    const back = await moved(async () => {
      await done('billChange/undoBatch', { id, version, reason: '发错' });
      await places[n].desk.settled(id);
    });
    expect(back).toEqual(both(2_000));
  });

  it('what waits for a checker, once it is approved', async () => {
    await setThreshold(api, 'limitAdjustment', { amount: 0 });
    let approvalId = '';
    const asked = await moved(async () => {
      ({ approvalId } = await adjust('INCREASE', 700));
    });
    expect(asked).toEqual({});
    const checker = await api.signIn('13800000003');
    const approved = await moved(() => done('approval/approve', { id: approvalId }, checker));
    expect(approved).toEqual(both(-700));
    await setThreshold(api, 'limitAdjustment', plenty);
  });

  it('a refund to a limit that has run out, and what is left when somebody leaves', async () => {
    const { prisma } = api.deps.database;
    const { employeeId } = places[n];
    await adjust('INCREASE', 3_000);
    const { id } = await done('dev/pay', { employeeId, amount: 1_000 });
    const now = api.clock.businessNow();
    await prisma.limitAccount.updateMany({ where: { employeeId }, data: { expiresAt: now } });
    const refund = () => done('consumption/refundConsumption', { id, amount: 400, reason: '退' });
    // What a limit that has ended gets back goes on to 企业资金 at once; 备付金 follows when the day is closed.
    expect(await moved(refund)).toEqual({ [`ENTERPRISE ${places[n].companyId}`]: 400 });
    await prisma.limitAccount.updateMany({ where: { employeeId }, data: { expiresAt: null } });
    const { availableLimit, lockedLimit } = await done('employee/getEmployee', { id: employeeId });
    const admin = await api.signIn('13800000001');
    const leave = () => done('employee/leaveEmployee', { ids: [employeeId], reason: '离职' }, admin);
    expect(await moved(leave)).toEqual(both(availableLimit + lockedLimit));
  });
});

it('a merchant without a company is paid for by the topmost one', async () => {
  const { prisma } = api.deps.database;
  const top = await prisma.company.findFirstOrThrow({
    where: { tenant: { code: 'huadong' }, parentId: null },
  });
  const [{ desk }] = places;
  const permissions = ['merchant.view', 'merchant.edit', 'merchant.approve'];
  const row = await prisma.merchant.findFirstOrThrow({ where: { id: desk.merchantId } });
  const { id, version, name, shortName, creditCode, contactName, mcc, region, settlementBank } = row;
  const kept = { id, version, name, shortName, creditCode, contactName, mcc, region, settlementBank };
  const { brandId, platformId } = row;
  const by = async (who: string) => (await operator(api, who, { permissions })).token;
  await done('merchant/editMerchant', { ...kept, brandId, platformId, companyId: null }, await by('经办'));
  const { id: approvalId } = await prisma.approval.findFirstOrThrow({
    where: { subjectId: id, state: 'PENDING' },
  });
  await done('approval/approve', { id: approvalId }, await by('复核'));
  await eventually(async () =>
    expect(await prisma.merchantMove.count({ where: { approvalId, finishedAt: { not: null } } })).toBe(1),
  );
  expect(await moved(() => giveByBatch(desk))).toEqual(bothOf(top.id, -2_000));
});

it('everything that must hold does', () => expectInvariants(api));
